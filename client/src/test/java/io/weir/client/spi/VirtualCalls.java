package io.weir.client.spi;

import io.weir.client.patience.ClientListener;
import io.weir.client.patience.GaveUp;
import io.weir.client.patience.OutgoingCall;
import io.weir.client.patience.Patience;
import io.weir.client.patience.RetryReason;
import io.weir.time.ManualTime;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongUnaryOperator;

/** Calls on virtual time, whose random waits are the longest or the shortest possible. */
final class VirtualCalls implements ClientListener {

    static final LongUnaryOperator LONGEST = most -> most;
    static final LongUnaryOperator SHORTEST = most -> 0;

    final ManualTime time = ManualTime.create();
    final List<String> told = new ArrayList<>();
    private final PatientCalls calls;

    VirtualCalls(Patience patience, LongUnaryOperator upTo) {
        calls = PatientCalls.of(patience, new LaneRegistry(new VirtualClientTime(time)), upTo)
                .withListener(this);
    }

    PatientCall begin(String method, Map<String, String> headers) {
        return begin(method, headers, true);
    }

    PatientCall begin(String method, Map<String, String> headers, boolean repeatable) {
        OutgoingCall call = new OutgoingCall(
                method, URI.create("http://api.example/orders"), name -> Optional.ofNullable(headers.get(name)));
        return calls.begin(call, () -> repeatable);
    }

    PatientCall get() {
        return begin("GET", Map.of());
    }

    /** Advances the time until the call has its turn, and returns how long that took. */
    Duration untilTurn(PatientCall call) {
        long begun = time.elapsedMicros();
        var turn = call.turn();
        for (int millis = 0; !turn.isDone() && millis < 100_000; millis++) {
            time.advance(Duration.ofMillis(1));
        }
        if (turn.join() != Admission.GO) {
            throw new AssertionError(turn.join());
        }
        return Duration.ofMillis((time.elapsedMicros() - begun) / 1_000);
    }

    @Override
    public void retrying(OutgoingCall call, RetryReason reason, Duration wait) {
        told.add("retrying " + reason.text() + " after " + wait.toMillis() + " ms");
    }

    @Override
    public void gaveUp(OutgoingCall call, GaveUp why) {
        told.add("gave up: " + why.text());
    }
}
