package io.weir.live;

import io.weir.document.spi.Document;
import io.weir.policy.Policy;
import io.weir.policy.rule.Mode;
import io.weir.policyfile.PolicyReader;
import io.weir.policyfile.PolicyText;
import io.weir.time.ManualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** A process that follows a policy, with a clock of its own and a list of all policies that came into force. */
final class Follower implements AutoCloseable {

    final ManualTime time = ManualTime.create();
    final List<Policy> inForce = new ArrayList<>();
    final LivePolicy live;
    final PolicyEditor editor;

    private Follower(LivePolicyConfig config) {
        Consumer<Policy> listener = policy -> {
            synchronized (inForce) {
                inForce.add(policy);
            }
        };
        this.live = LivePolicy.start(config.on(time, time), listener);
        this.editor = live.editor();
    }

    static Follower on(Document document) {
        return new Follower(LivePolicyConfig.of(document, PolicyReader.create()));
    }

    static Follower on(Document document, Path copyIn) {
        return new Follower(LivePolicyConfig.of(document, PolicyReader.create()).withCopyIn(copyIn));
    }

    static Follower on(Document document, List<PolicyText> seed) {
        return new Follower(LivePolicyConfig.of(document, PolicyReader.create()).withSeed(seed));
    }

    static Follower on(Document document, Mode startMode) {
        return new Follower(LivePolicyConfig.of(document, PolicyReader.create()).withMode(startMode));
    }

    void aSecondPasses() {
        time.advance(Duration.ofSeconds(1));
    }

    Instant in(Duration duration) {
        return Instant.parse("2026-01-01T00:00:00Z").plus(duration);
    }

    long version() {
        return live.status().document().version();
    }

    Optional<String> problem() {
        return live.status().problem();
    }

    /** Returns the rules in force, such as {@code [orders 10/min ENFORCE]}. */
    List<String> rules() {
        Policy policy = live.status().policy();
        synchronized (inForce) {
            if (inForce.get(inForce.size() - 1) != policy && !policy.rules().isEmpty()) {
                throw new AssertionError("what is shown is not what is in force");
            }
        }
        return policy.rules().stream()
                .map(rule ->
                        rule.name() + " " + rule.limit() + " " + rule.mode().and(policy.mode()))
                .toList();
    }

    static <T> T done(CompletionStage<T> stage) {
        return stage.toCompletableFuture()
                .orTimeout(30, java.util.concurrent.TimeUnit.SECONDS)
                .join();
    }

    static Throwable failure(CompletionStage<?> stage) {
        try {
            throw new AssertionError("succeeded: " + done(stage));
        } catch (CompletionException failed) {
            return Optional.ofNullable(failed.getCause()).orElse(failed);
        }
    }

    @Override
    public void close() {
        live.close();
    }
}
