package io.weir.client.spi;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.Optional;

/**
 * The wait in a {@code Retry-After} header: seconds, or a date in one of the three forms of HTTP.
 *
 * <p>A date is cut to the second, and so is the {@code Date} of the response that it is compared with. Therefore the wait
 * is one second longer than their difference: a server at 12:00:00.9 that wants 2 s sends the dates 12:00:00 and
 * 12:00:02, and means 12:00:02.9.
 */
final class RetryAfter {

    /** The longest wait that is believed. */
    static final Duration LONGEST = Duration.ofDays(1);

    private static final int MOST_DIGITS = 9;
    private static final int TWO_DIGITS_BEGIN = 50;

    private static final DateTimeFormatter CURRENT = form("EEE, dd MMM uuuu HH:mm:ss 'GMT'");
    private static final DateTimeFormatter ASCTIME = form("EEE MMM ppd HH:mm:ss uuuu");

    private RetryAfter() {}

    private static DateTimeFormatter form(String pattern) {
        return DateTimeFormatter.ofPattern(pattern, Locale.US);
    }

    /** Returns the wait, or nothing if the header is missing, wrong, or names no time in the future. */
    static Optional<Duration> of(AnswerHeaders headers, Instant wallClock) {
        return headers.first("Retry-After")
                .map(String::strip)
                .flatMap(text -> isNumber(text) ? Optional.of(seconds(text)) : untilDate(text, headers, wallClock))
                .filter(wait -> wait.compareTo(Duration.ZERO) > 0)
                .map(wait -> wait.compareTo(LONGEST) < 0 ? wait : LONGEST);
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty() && text.chars().allMatch(digit -> digit >= '0' && digit <= '9');
    }

    private static Duration seconds(String digits) {
        return digits.length() > MOST_DIGITS ? LONGEST : Duration.ofSeconds(Long.parseLong(digits));
    }

    private static Optional<Duration> untilDate(String text, AnswerHeaders headers, Instant wallClock) {
        Instant now = serverTime(headers, wallClock);
        return date(text, now)
                .map(date -> Duration.between(now, date))
                .filter(wait -> !wait.isNegative())
                .map(wait -> wait.plusSeconds(1));
    }

    /** Returns the server's clock as its response shows it, else ours. */
    static Instant serverTime(AnswerHeaders headers, Instant wallClock) {
        return headers.first("Date")
                .flatMap(text -> date(text.strip(), wallClock))
                .orElse(wallClock);
    }

    private static Optional<Instant> date(String text, Instant now) {
        for (DateTimeFormatter form : new DateTimeFormatter[] {CURRENT, twoDigitYears(now), ASCTIME}) {
            try {
                return Optional.of(LocalDateTime.parse(text, form).toInstant(ZoneOffset.UTC));
            } catch (DateTimeException anotherForm) {
                // The next form may fit.
            }
        }
        return Optional.empty();
    }

    /** The form of RFC 850. Two digits are the year that is less than 50 years in the future. */
    private static DateTimeFormatter twoDigitYears(Instant now) {
        int year = ZonedDateTime.ofInstant(now, ZoneOffset.UTC).getYear();
        return new DateTimeFormatterBuilder()
                .appendPattern("EEEE, dd-MMM-")
                .appendValueReduced(ChronoField.YEAR, 2, 2, year - TWO_DIGITS_BEGIN)
                .appendPattern(" HH:mm:ss 'GMT'")
                .toFormatter(Locale.US);
    }
}
