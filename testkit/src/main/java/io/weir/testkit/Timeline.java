package io.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Effect;
import io.weir.store.Receipt;
import io.weir.store.Store;
import io.weir.testkit.internal.Futures;
import io.weir.time.ManualTime;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An example that reads like a story: one line for each thing that happens to one key, with what must come of it.
 *
 * <pre>
 *   0s         take 10 -> allowed, 0 left
 *   5.999999s  take 1  -> denied, retry after 1us
 *   6s         take 1  -> allowed, 0 left, reset after 60s
 * </pre>
 *
 * <p>Times count from the start. What can happen is {@code take}, {@code count}, {@code shadow} and {@code peek} with a
 * cost, {@code give back} (what the last of them took) and {@code reset}. Behind the arrow stands as much of the answer as
 * matters: {@code allowed} or {@code denied}, {@code n left}, {@code retry after}, {@code reset after} and {@code delay}.
 */
public final class Timeline {

    private static final Pattern LINE = Pattern.compile(
            "(?<at>-?\\S+)\\s+(?<verb>[a-z]+(?: back)?)(?:\\s+(?<cost>\\d+))?(?:\\s+->\\s+(?<answer>.*))?");
    private static final Pattern DURATION =
            Pattern.compile("(?<number>-?[0-9]+(?:\\.[0-9]+)?)(?<unit>us|ms|s|min|h|day)");

    private final Store store;
    private final ManualTime time;
    private final Limit limit;
    private final long startMicros;
    private Receipt receipt = Receipt.EMPTY;

    private Timeline(Store store, ManualTime time, Limit limit) {
        this.store = store;
        this.time = time;
        this.limit = limit;
        this.startMicros = time.nowMicros();
    }

    /** Runs the lines on a store with this clock, and fails at the first answer that differs. */
    public static void play(Store store, ManualTime time, Limit limit, String lines) {
        Timeline timeline = new Timeline(store, time, limit);
        lines.lines().map(String::strip).filter(line -> !line.isEmpty()).forEach(timeline::play);
    }

    private void play(String line) {
        Matcher parts = LINE.matcher(line);
        if (!parts.matches()) {
            throw new IllegalArgumentException("Write \"6s take 1 -> allowed\", not \"" + line + "\"");
        }
        time.advanceMicros(startMicros + micros(parts.group("at")) - time.nowMicros());
        String cost = parts.group("cost");
        Charge charge = Charge.ofKey("timeline", limit, cost == null ? 1 : Long.parseLong(cost));
        switch (parts.group("verb")) {
            case "take" -> check(line, parts, charge(charge));
            case "count" -> check(line, parts, charge(charge.withEffect(Effect.COUNTED)));
            case "shadow" -> check(line, parts, charge(charge.withEffect(Effect.SHADOW)));
            case "peek" ->
                check(line, parts, Futures.get(store.peek(List.of(charge))).get(0));
            case "give back" -> Futures.get(store.giveBack(receipt));
            case "reset" -> Futures.get(store.forget(charge));
            default -> throw new IllegalArgumentException("Unknown action \"" + parts.group("verb") + "\": " + line);
        }
    }

    private Decision charge(Charge charge) {
        Answer answer = Futures.get(store.charge(List.of(charge)));
        receipt = answer.receipt();
        return answer.decisions().get(0);
    }

    private static void check(String line, Matcher parts, Decision decision) {
        String answer = parts.group("answer");
        if (answer != null) {
            for (String phrase : answer.split(",", -1)) {
                assertThat(holds(phrase.strip(), decision))
                        .as("%s%nbut the answer was %s", line, decision)
                        .isTrue();
            }
        }
    }

    private static boolean holds(String phrase, Decision decision) {
        if (phrase.equals("allowed") || phrase.equals("denied")) {
            return decision.allowed() == phrase.equals("allowed");
        }
        if (phrase.endsWith(" left")) {
            return decision.remaining() == Long.parseLong(phrase.substring(0, phrase.length() - " left".length()));
        }
        int lastWord = phrase.lastIndexOf(' ');
        long micros = micros(phrase.substring(lastWord + 1));
        return switch (phrase.substring(0, Math.max(0, lastWord))) {
            case "retry after" -> decision.retryAfterMicros() == micros;
            case "reset after" -> decision.resetAfterMicros() == micros;
            case "delay" -> decision.delayMicros() == micros;
            default -> throw new IllegalArgumentException("Unknown answer \"" + phrase + "\"");
        };
    }

    private static long micros(String text) {
        Matcher parts = DURATION.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("Write a duration as \"1.5s\" or \"2min\", not \"" + text + "\"");
        }
        long unit = switch (parts.group("unit").toLowerCase(Locale.ROOT)) {
            case "us" -> 1L;
            case "ms" -> 1_000L;
            case "s" -> 1_000_000L;
            case "min" -> 60_000_000L;
            case "h" -> 3_600_000_000L;
            default -> 86_400_000_000L;
        };
        return new BigDecimal(parts.group("number"))
                .multiply(BigDecimal.valueOf(unit))
                .longValueExact();
    }
}
