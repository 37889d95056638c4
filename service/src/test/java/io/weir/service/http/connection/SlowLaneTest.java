package io.weir.service.http.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** Slow requests are served one at a time, fairly by address. */
final class SlowLaneTest {

    private final SlowLane lane = new SlowLane();
    private final List<String> started = new ArrayList<>();
    private final Queue<Runnable> later = new ArrayDeque<>();

    private final class Turn implements SlowLane.Turn {
        private final String name;
        private boolean wanted = true;

        private Turn(String name) {
            this.name = name;
        }

        @Override
        public void begin() {
            started.add(name);
        }

        @Override
        public void later(long nanos, Runnable then) {
            assertThat(nanos).isPositive();
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
        lane.leave();
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
        leave();
        enter("10.0.0.1", "c");
        assertThat(started).containsExactly("a", "b", "c");
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
        lane.leave();
        leavesLater.wanted = false;
        while (!later.isEmpty()) {
            later.remove().run();
        }
        assertThat(started).containsExactly("a", "b");
    }
}
