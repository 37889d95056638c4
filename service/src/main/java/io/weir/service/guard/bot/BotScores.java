package io.weir.service.guard.bot;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.guard.bot.BotClassifier;
import io.weir.guard.bot.BotConfig;
import io.weir.guard.bot.ScoredRequest;
import io.weir.metrics.BotMeters;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policy.rule.BotTerms;
import io.weir.policy.rule.Dimension;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.time.TimeSource;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Scores requests whose headers are described, as long as the policy in force says anything about bots. Thread-safe. */
public final class BotScores {

    private static final Set<String> FACTS = Set.of("bot", "fingerprint");

    private final BotClassifier classifier;

    /** Threads race for it, and each finds one that fits or makes its own. */
    private volatile Wanted wanted = new Wanted(Policy.of(), false);

    private record Wanted(Policy policy, boolean isAny) {}

    private BotScores(BotClassifier classifier) {
        this.classifier = classifier;
    }

    public static BotScores of(Gate gate, MeterRegistry registry) {
        BotMeters meters = new BotMeters(registry);
        BotConfig config =
                BotConfig.of(TimeSource.system()).withTerms(() -> gate.policy().bots());
        return new BotScores(
                new BotClassifier(config, score -> meters.scored(score.band().word())));
    }

    /** Returns whether a policy reads scores, or names honeypots. */
    public boolean isWanted(Policy policy) {
        Wanted known = wanted;
        if (known.policy() != policy) {
            known = new Wanted(policy, readsScores(policy));
            wanted = known;
        }
        return known.isAny();
    }

    private static boolean readsScores(Policy policy) {
        return policy.mode() != Mode.OFF
                && (!policy.bots().equals(BotTerms.NONE)
                        || policy.rules().stream().anyMatch(BotScores::readsScores));
    }

    private static boolean readsScores(Rule rule) {
        Stream<Dimension> counted = Stream.concat(rule.per().dimensions().stream(), rule.distinct().stream());
        return rule.match().facts().keySet().stream().anyMatch(FACTS::contains)
                || rule.match().withoutFacts().stream().anyMatch(FACTS::contains)
                || counted.anyMatch(each -> each.kind() == Dimension.Kind.FACT && FACTS.contains(each.name()));
    }

    /** Scores a request, and remembers what its sender did. */
    public ScoredRequest observed(Request request) {
        return classifier.observed(request);
    }

    /** Scores a request, and remembers nothing. */
    public ScoredRequest foreseen(Request request) {
        return classifier.foreseen(request);
    }

    /** Lowers the scores of the sender for an hour. */
    public void passedChallenge(Request request) {
        classifier.passedChallenge(request);
    }

    /** Returns a request as one without a score. */
    public static ScoredRequest unscored(Request request) {
        return new ScoredRequest(request, Optional.empty());
    }
}
