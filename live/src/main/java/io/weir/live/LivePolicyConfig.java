package io.weir.live;

import io.weir.document.spi.Document;
import io.weir.live.revision.PolicyContent;
import io.weir.policy.Policy;
import io.weir.policy.rule.Mode;
import io.weir.policyfile.PolicyReader;
import io.weir.policyfile.PolicyText;
import io.weir.time.Scheduler;
import io.weir.time.TimeSource;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * The configuration of a {@link LivePolicy}.
 *
 * @param document the document to follow, such as a {@link FileDocument} or the one in Redis
 * @param copyIn a folder for a copy of the last good document, which is used at a start without the document
 * @param seed the policy of the first revision, if there is no document yet
 * @param fallback the policy in force as long as there is neither a document nor a seed
 * @param most the mode that no rule exceeds in this process, whatever the document says
 */
public record LivePolicyConfig(
        Document document,
        PolicyReader reader,
        Optional<Path> copyIn,
        List<PolicyText> seed,
        Policy fallback,
        Mode most,
        TimeSource time,
        Scheduler scheduler) {

    public LivePolicyConfig {
        seed = List.copyOf(seed);
    }

    public static LivePolicyConfig of(Document document, PolicyReader reader) {
        return new LivePolicyConfig(
                document,
                reader,
                Optional.empty(),
                List.of(),
                Policy.of(),
                Mode.ENFORCE,
                TimeSource.system(),
                Scheduler.system());
    }

    public LivePolicyConfig withCopyIn(Path folder) {
        return new LivePolicyConfig(document, reader, Optional.of(folder), seed, fallback, most, time, scheduler);
    }

    public LivePolicyConfig withSeed(List<PolicyText> texts) {
        return new LivePolicyConfig(document, reader, copyIn, texts, fallback, most, time, scheduler);
    }

    public LivePolicyConfig withFallback(Policy policy) {
        return new LivePolicyConfig(document, reader, copyIn, seed, policy, most, time, scheduler);
    }

    /** Caps the mode of all rules in this process for as long as it runs. */
    public LivePolicyConfig withMode(Mode limit) {
        return new LivePolicyConfig(document, reader, copyIn, seed, fallback, limit, time, scheduler);
    }

    /** Returns the same configuration on another clock, for tests. */
    public LivePolicyConfig on(TimeSource otherTime, Scheduler otherScheduler) {
        return new LivePolicyConfig(document, reader, copyIn, seed, fallback, most, otherTime, otherScheduler);
    }

    Instant now() {
        return Instant.EPOCH.plus(time.nowMicros(), ChronoUnit.MICROS).truncatedTo(ChronoUnit.MILLIS);
    }

    /** Parses the policy in the files; throws an {@link IllegalArgumentException} with all mistakes in them. */
    Policy written(PolicyContent content) {
        return content.files().isEmpty() ? Policy.of() : reader.read(content.files());
    }
}
