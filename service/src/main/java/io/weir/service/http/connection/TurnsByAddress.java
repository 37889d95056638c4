package io.weir.service.http.connection;

import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** A queue in which clients of different addresses take turns, however many requests each of them has. Not thread-safe. */
public final class TurnsByAddress<T> {

    private final Map<@Nullable InetAddress, Queue<T>> queues = new LinkedHashMap<>();

    public void add(@Nullable InetAddress client, T request) {
        queues.computeIfAbsent(client, first -> new ArrayDeque<>()).add(request);
    }

    public boolean isEmpty() {
        return queues.isEmpty();
    }

    /** Takes the next request of the address whose turn it is; the address then goes to the end of the queue. */
    public T remove() {
        Iterator<Map.Entry<@Nullable InetAddress, Queue<T>>> addresses =
                queues.entrySet().iterator();
        Map.Entry<@Nullable InetAddress, Queue<T>> first = addresses.next();
        addresses.remove();
        T request = first.getValue().remove();
        if (!first.getValue().isEmpty()) {
            queues.put(first.getKey(), first.getValue());
        }
        return request;
    }
}
