package io.weir.benchmarks.bots;

import io.weir.guard.bot.BotBand;
import io.weir.guard.bot.BotClassifier;
import io.weir.guard.bot.BotConfig;
import io.weir.guard.bot.BotScore;
import io.weir.guard.bot.BotSignal;
import io.weir.policy.rule.BotTerms;
import io.weir.policy.rule.Glob;
import io.weir.time.ManualTime;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/** What the classifier says of each request of a traffic. */
final class Detection {

    /** Counts of one class. */
    static final class Tally {
        long requests;
        long detected;
        private final Map<Integer, Integer> requestsOf = new TreeMap<>();
        private final Map<Integer, Integer> detectedAt = new TreeMap<>();
        private final Map<BotSignal, Integer> reasons = new EnumMap<>(BotSignal.class);

        private void add(int client, BotScore score) {
            requests++;
            requestsOf.merge(client, 1, Integer::sum);
            if (isDetected(score)) {
                detected++;
                detectedAt.putIfAbsent(client, requestsOf.getOrDefault(client, 0));
                score.reasons().forEach(reason -> reasons.merge(reason, 1, Integer::sum));
            }
        }

        int clients() {
            return requestsOf.size();
        }

        int detectedClients() {
            return detectedAt.size();
        }

        double recallPercent() {
            return requests == 0 ? 0 : 100.0 * detected / requests;
        }

        /** Returns at which request half of the detected clients were detected. */
        int medianRequestsUntilDetection() {
            List<Integer> sorted = detectedAt.values().stream().sorted().toList();
            return sorted.isEmpty() ? 0 : sorted.get(sorted.size() / 2);
        }

        Map<BotSignal, Integer> reasons() {
            return reasons;
        }
    }

    private static boolean isDetected(BotScore score) {
        return score.band() == BotBand.LIKELY || score.band() == BotBand.CERTAIN;
    }

    private final Map<TrafficClass, Tally> tallies = new EnumMap<>(TrafficClass.class);

    private Detection() {}

    static Detection of(Collection<Visit> visits) {
        ManualTime time = ManualTime.create();
        long begin = time.nowMicros();
        BotTerms terms = new BotTerms(List.of(), List.of(new Glob("ShopApp/*")));
        BotScore[] last = new BotScore[1];
        BotConfig config = BotConfig.of(time).withTerms(() -> terms).withCookie("shop");
        BotClassifier classifier = new BotClassifier(config, score -> last[0] = score);
        Detection detection = new Detection();
        for (Visit visit : visits) {
            time.advanceMicros(visit.atMicros() - (time.nowMicros() - begin));
            if (visit.fillsTrap()) {
                classifier.trapped(visit.request());
            }
            classifier.classify(visit.request());
            detection
                    .tallies
                    .computeIfAbsent(visit.kind(), first -> new Tally())
                    .add(visit.client(), last[0]);
            classifier.responded(visit.request(), visit.status());
        }
        return detection;
    }

    Tally of(TrafficClass kind) {
        return tallies.getOrDefault(kind, new Tally());
    }

    Collection<TrafficClass> classes() {
        return tallies.keySet();
    }

    private long sum(Predicate<TrafficClass> which, ToLongFunction<Tally> figure) {
        return tallies.entrySet().stream()
                .filter(each -> which.test(each.getKey()))
                .mapToLong(each -> figure.applyAsLong(each.getValue()))
                .sum();
    }

    long botRequests() {
        return sum(TrafficClass::isBot, tally -> tally.requests);
    }

    double recallPercent() {
        return 100.0 * sum(TrafficClass::isBot, tally -> tally.detected) / botRequests();
    }

    /** Returns the mean of the classes of bots, each of which counts the same. */
    double meanRecallPercent() {
        return tallies.entrySet().stream()
                .filter(each -> each.getKey().isBot())
                .mapToDouble(each -> each.getValue().recallPercent())
                .average()
                .orElse(0);
    }

    double precisionPercent() {
        return 100.0 * sum(TrafficClass::isBot, tally -> tally.detected) / sum(each -> true, tally -> tally.detected);
    }

    long people() {
        return sum(each -> !each.isBot(), Tally::clients);
    }

    /** Returns how many people sent a request that was taken for one of a bot. */
    long peopleTakenForBots() {
        return sum(each -> !each.isBot(), Tally::detectedClients);
    }
}
