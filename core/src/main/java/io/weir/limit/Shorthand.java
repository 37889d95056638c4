package io.weir.limit;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The short text form of a rate or a token bucket, such as {@code 100/min burst 150}. */
final class Shorthand {

    private static final Pattern FORM =
            Pattern.compile("\\s*(?<permits>\\S+?)\\s*(?:/|\\s+per\\s)\\s*(?<count>\\d*)\\s*(?<unit>[a-zA-Zµ]+)"
                    + "(?:\\s+burst\\s+(?<burst>\\S+))?\\s*");
    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,18}");
    private static final int LONGEST_TEXT = 100;

    /** All accepted spellings of units. The first spelling of a duration is used for writing. */
    private static final Map<String, Duration> UNITS = new LinkedHashMap<>();

    static {
        spell(Duration.ofDays(1), "day", "days", "d");
        spell(Duration.ofHours(1), "h", "hour", "hours");
        spell(Duration.ofMinutes(1), "min", "minute", "minutes", "m");
        spell(Duration.ofSeconds(1), "s", "sec", "second", "seconds");
        spell(Duration.ofMillis(1), "ms");
        spell(Duration.ofNanos(1_000), "us", "µs");
    }

    private static void spell(Duration unit, String... spellings) {
        for (String spelling : spellings) {
            UNITS.put(spelling, unit);
        }
    }

    private Shorthand() {}

    static Rate rate(String text) {
        Matcher parts = parts(text);
        if (parts.group("burst") != null) {
            throw wrong(text, "a burst belongs to a token bucket, not to a plain rate; write \"100/min\"");
        }
        return rate(text, parts);
    }

    static TokenBucket tokenBucket(String text) {
        Matcher parts = parts(text);
        TokenBucket bucket = TokenBucket.of(rate(text, parts));
        String burst = parts.group("burst");
        return burst == null ? bucket : bucket.withCapacity(number(text, "burst", burst));
    }

    private static Matcher parts(String text) {
        Matcher parts = FORM.matcher(text);
        if (text.length() > LONGEST_TEXT || !parts.matches()) {
            throw wrong(text, "write \"100/min\", \"10/s\", \"5 per 30s\" or \"100/min burst 150\"");
        }
        return parts;
    }

    private static Rate rate(String text, Matcher parts) {
        long permits = number(text, "permits", parts.group("permits"));
        String unitName = parts.group("unit");
        Duration unit = UNITS.get(unitName.toLowerCase(Locale.ROOT));
        if (unit == null) {
            throw wrong(text, "\"" + unitName + "\" is not a unit of time; write us, ms, s, min, h or day");
        }
        String count = parts.group("count");
        long units = count.isEmpty() ? 1 : number(text, "period", count);
        Duration period;
        try {
            period = unit.multipliedBy(units);
        } catch (ArithmeticException tooLong) {
            throw wrong(text, "period must be at most " + Rate.LONGEST_PERIOD.toDays() + " days");
        }
        try {
            return new Rate(permits, period);
        } catch (IllegalArgumentException outOfRange) {
            throw wrong(text, outOfRange.getMessage());
        }
    }

    private static long number(String text, String name, String digits) {
        if (!DIGITS.matcher(digits).matches()) {
            throw wrong(text, name + " must be a whole number of plain digits, but was \"" + digits + "\"");
        }
        return Long.parseLong(digits);
    }

    private static IllegalArgumentException wrong(String text, @Nullable String why) {
        String shown = text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) + "…" : text;
        return new IllegalArgumentException("Cannot read the limit \"" + shown + "\": " + why);
    }

    static String write(Rate rate) {
        String period = period(rate);
        return rate.permits() + (Character.isDigit(period.charAt(0)) ? " per " : "/") + period;
    }

    /** Implements {@link Limit#counterName}. */
    static String counterName(Rate rate, long capacity) {
        String name = "limit:" + rate.permits() + "/" + period(rate);
        return capacity == rate.permits() ? name : name + ":" + capacity;
    }

    /** Returns the unit, with its number if that is not one. */
    private static String period(Rate rate) {
        long micros = rate.periodMicros();
        for (Map.Entry<String, Duration> unit : UNITS.entrySet()) {
            long unitMicros = Bounds.micros(unit.getValue());
            if (micros % unitMicros == 0) {
                return micros == unitMicros ? unit.getKey() : micros / unitMicros + unit.getKey();
            }
        }
        throw new AssertionError("every period is whole microseconds: " + rate.period());
    }
}
