package io.weir.benchmarks.siege.attack;

import io.weir.benchmarks.siege.probe.AnswerReader;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Counts the effects of an attack in its own process, which prints them as one line for the process that started it. */
public final class AttackTally {

    private static final String RESULT = "RESULT ";

    private final Map<String, Long> counts = new TreeMap<>();

    public void answered(AnswerReader.Answer answer) {
        add("answers", 1);
        add("status-" + answer.status(), 1);
        if (answer.degraded()) {
            add("degraded", 1);
        }
    }

    public void add(String what, long number) {
        counts.merge(what, number, Long::sum);
    }

    public long count(String what) {
        return counts.getOrDefault(what, 0L);
    }

    public double perSecond(String what) {
        return count(what) * 1e3 / Math.max(1, count("millis"));
    }

    /** Such as {@code 401 × 12,000}. */
    public String statuses() {
        return counts.entrySet().stream()
                .filter(count -> count.getKey().startsWith("status-"))
                .map(count -> String.format(
                        Locale.ROOT, "%s × %,d", count.getKey().substring("status-".length()), count.getValue()))
                .collect(Collectors.joining(", "));
    }

    public String line() {
        return counts.entrySet().stream()
                .map(count -> count.getKey() + "=" + count.getValue())
                .collect(Collectors.joining(" ", RESULT, ""));
    }

    public static AttackTally parse(String output) {
        AttackTally tally = new AttackTally();
        String line = output.lines()
                .filter(each -> each.startsWith(RESULT))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the attack failed:\n" + output));
        for (String word : line.substring(RESULT.length()).split(" ", -1)) {
            int equals = word.indexOf('=');
            if (equals > 0) {
                tally.add(word.substring(0, equals), Long.parseLong(word.substring(equals + 1)));
            }
        }
        return tally;
    }
}
