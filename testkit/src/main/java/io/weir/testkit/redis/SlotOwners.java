package io.weir.testkit.redis;

import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The owners of slots as one node of a cluster sees them: the slot ranges of each master, by its port. */
record SlotOwners(SortedMap<Integer, String> ranges) {

    private static final int ADDRESS = 1;
    private static final int FIRST_RANGE = 8;

    static SlotOwners seenBy(RedisServer node) {
        SortedMap<Integer, String> ranges = new TreeMap<>();
        node.command("CLUSTER", "NODES").lines().forEach(line -> {
            String[] fields = line.split(" ", -1);
            // Entries in brackets are slots that are being moved.
            String slots = Arrays.stream(fields)
                    .skip(FIRST_RANGE)
                    .filter(range -> !range.startsWith("["))
                    .collect(Collectors.joining(" "));
            if (!slots.isEmpty()) {
                ranges.put(port(fields[ADDRESS]), slots);
            }
        });
        return new SlotOwners(ranges);
    }

    /** Returns the port of an address such as {@code 127.0.0.1:30004@31004}. */
    private static int port(String address) {
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1, address.indexOf('@')));
    }

    int portOf(int slot) {
        return ranges.entrySet().stream()
                .filter(owner -> Arrays.stream(owner.getValue().split(" ", -1)).anyMatch(range -> covers(range, slot)))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("nobody has slot " + slot))
                .getKey();
    }

    private static boolean covers(String range, int slot) {
        String[] ends = range.split("-", -1);
        return Integer.parseInt(ends[0]) <= slot && slot <= Integer.parseInt(ends[ends.length - 1]);
    }
}
