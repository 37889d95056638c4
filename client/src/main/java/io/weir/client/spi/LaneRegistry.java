package io.weir.client.spi;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The lanes of this process by their keys. Beyond 1,000, the lane that was used least recently leaves, of those in which no
 * call waits if there is one. Thread-safe.
 */
public final class LaneRegistry {

    private static final LaneRegistry OF_PROCESS = new LaneRegistry(ClientTime.system());
    private static final int MOST_LANES = 1_000;

    private final ClientTime time;
    private final Map<String, Lane> lanes = new LinkedHashMap<>(16, 0.75f, true);

    public LaneRegistry(ClientTime time) {
        this.time = time;
    }

    /** Returns the lanes that all clients of this process share. */
    public static LaneRegistry ofProcess() {
        return OF_PROCESS;
    }

    ClientTime time() {
        return time;
    }

    synchronized Lane lane(String key) {
        Lane known = lanes.get(key);
        if (known != null) {
            return known;
        }
        if (lanes.size() >= MOST_LANES) {
            evict();
        }
        Lane lane = new Lane(time);
        lanes.put(key, lane);
        return lane;
    }

    private void evict() {
        Iterator<Lane> leastRecent = lanes.values().iterator();
        while (leastRecent.hasNext()) {
            if (leastRecent.next().isQuiet()) {
                leastRecent.remove();
                return;
            }
        }
        Iterator<Lane> eldest = lanes.values().iterator();
        eldest.next();
        eldest.remove();
    }

    public synchronized int size() {
        return lanes.size();
    }
}
