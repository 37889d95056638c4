package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Limit;
import io.weir.store.Answer;
import io.weir.store.Charge;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** When calls go to Redis. */
final class BatchesTest {

    private static final Limit LIMIT = Limit.parse("10/min");

    private final List<CompletableFuture<Reply>> onTheirWay = new ArrayList<>();

    private final Batches batches = new Batches(work -> {
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        onTheirWay.add(reply);
        return reply;
    });

    private void call(String key) {
        batches.add(new Waiting(List.of(Charge.of(key, LIMIT))));
    }

    @Test
    void aLoneCallAndTheSecondGoAtOnceAndOthersGather() {
        call("a");
        call("b");
        call("c");
        call("d");
        assertThat(onTheirWay).hasSize(2);
        onTheirWay.get(0).completeExceptionally(new IllegalStateException("gone"));
        assertThat(onTheirWay).as("c and d go together").hasSize(3);
    }

    @Test
    void fullBatchesGoUntilSixteenAreOnTheirWay() {
        for (int i = 0; i < 2_000; i++) {
            call("key" + i);
        }
        assertThat(onTheirWay).hasSize(16);
    }

    @Test
    void whatWasAskedFirstGoesFirstWhoeverSendsIt() {
        List<String> sent = new ArrayList<>();
        AtomicReference<Batches> asked = new AtomicReference<>();
        asked.set(new Batches(work -> {
            Arguments arguments = new Arguments();
            work.write(arguments);
            String key = new String(arguments.keys()[0], StandardCharsets.US_ASCII);
            if (key.contains("first")) {
                // Somebody else asks while this is being sent.
                CompletableFuture.runAsync(() -> asked.get().add(new Waiting(List.of(Charge.of("second", LIMIT)))))
                        .join();
            }
            sent.add(key);
            return new CompletableFuture<>();
        }));
        asked.get().add(new Waiting(List.of(Charge.of("first", LIMIT))));
        assertThat(sent).hasSize(2);
        assertThat(sent.get(0)).contains("first");
    }

    @Test
    void callsThatAnswersCauseGoWithThoseThatWait() {
        Waiting first = new Waiting(List.of(Charge.of("a", LIMIT)));
        whenAnswered(first, () -> call("d"));
        whenAnswered(first, () -> call("e"));
        batches.add(first);
        call("b");
        call("c");
        onTheirWay.get(0).completeExceptionally(new IllegalStateException("gone"));
        assertThat(onTheirWay).as("a, b, then c with d and e").hasSize(3);
        onTheirWay.get(1).completeExceptionally(new IllegalStateException("gone"));
        assertThat(onTheirWay).as("nobody waits any more").hasSize(3);
    }

    @Test
    void whoAsksAgainAndAgainOfARedisThatIsGoneDoesNotExhaustTheStack() {
        AtomicInteger refusals = new AtomicInteger();
        Batches gone = new Batches(work -> CompletableFuture.failedFuture(new IllegalStateException("gone")));
        askAgain(gone, refusals);
        assertThat(refusals).hasValue(100_000);
    }

    private static void askAgain(Batches gone, AtomicInteger refusals) {
        Waiting call = new Waiting(List.of(Charge.of("key", LIMIT)));
        whenAnswered(call, () -> {
            if (refusals.incrementAndGet() < 100_000) {
                askAgain(gone, refusals);
            }
        });
        gone.add(call);
    }

    private static void whenAnswered(Waiting call, Runnable then) {
        CompletionStage<Answer> answer = call.answer();
        answer.whenComplete((any, failure) -> then.run());
    }
}
