package io.weir.service.http.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** Slow requests take turns, fairly by address. */
final class SlowLaneTest {

    private SlowLane lane = new SlowLane(1, 3);
    private final List<String> started = new ArrayList<>();
    private final Queue<SlowLane.Place> running = new ArrayDeque<>();
    private final Queue<Runnable> later = new ArrayDeque<>();
    private final List<Long> rests = new ArrayList<>();

    private final class Turn implements SlowLane.Turn {
        private final String name;
        private boolean wanted = true;

        private Turn(String name) {
            this.name = name;
        }

        @Override
        public void begin(SlowLane.Place place) {
            started.add(name);
            running.add(place);
        }

        @Override
        public void later(long nanos, Runnable then) {
            rests.add(nanos);
            later.add(then);
        }

        @Override
        public boolean isWanted() {
            return wanted;
        }
    }

    private Turn enter(String address, String name) throws Exception {
        Turn turn = new Turn(name);
        lane.enter(InetAddress.getByName(address), turn);
        return turn;
    }

    private void leave() {
        running.remove().leave();
        while (!later.isEmpty()) {
            later.remove().run();
        }
    }

    @Test
    void oneRequestIsServedAtATime() throws Exception {
        enter("10.0.0.1", "a");
        enter("10.0.0.1", "b");
        assertThat(started).containsExactly("a");
        leave();
        assertThat(started).containsExactly("a", "b");
        assertThat(rests).hasSize(1).allMatch(nanos -> nanos > 0);
        leave();
        enter("10.0.0.1", "c");
        assertThat(started).containsExactly("a", "b", "c");
    }

    @Test
    void asManyAtATimeAsTheLaneIsWide() throws Exception {
        lane = new SlowLane(2, 1);
        enter("10.0.0.1", "a");
        enter("10.0.0.1", "b");
        enter("10.0.0.1", "c");
        enter("10.0.0.1", "d");
        assertThat(started).containsExactly("a", "b");
        leave();
        leave();
        assertThat(started).containsExactly("a", "b", "c", "d");
        leave();
        leave();
        enter("10.0.0.1", "e");
        enter("10.0.0.1", "f");
        enter("10.0.0.1", "g");
        assertThat(started).containsExactly("a", "b", "c", "d", "e", "f");
    }

    @Test
    void anotherAddressDoesNotWaitForAFlood() throws Exception {
        for (int i = 0; i < 100; i++) {
            enter("10.0.0.1", "flood");
        }
        enter("10.0.0.2", "scrape");
        leave();
        leave();
        assertThat(started).containsExactly("flood", "flood", "scrape");
    }

    @Test
    void aDisconnectedClientLosesItsTurn() throws Exception {
        enter("10.0.0.1", "a");
        enter("10.0.0.1", "gone").wanted = false;
        Turn leavesLater = enter("10.0.0.1", "leaves later");
        enter("10.0.0.1", "b");
        running.remove().leave();
        leavesLater.wanted = false;
        while (!later.isEmpty()) {
            later.remove().run();
        }
        assertThat(started).containsExactly("a", "b");
    }
}
