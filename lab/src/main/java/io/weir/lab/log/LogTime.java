package io.weir.lab.log;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Locale;

/**
 * Reads the times of logs: {@code 19/Nov/2026:14:02:11 +0100}, {@code 2026-11-19T14:02:11.123Z}, and seconds, milliseconds,
 * microseconds or nanoseconds since 1970. A time without a zone is UTC. Not thread-safe, because it remembers the last day.
 */
final class LogTime {

    static final long UNREADABLE = Long.MIN_VALUE;

    private static final String MONTHS = "janfebmaraprmayjunjulaugsepoctnovdec";
    private static final long DAY_MICROS = 86_400_000_000L;
    private static final long SECOND_MICROS = 1_000_000;

    private int lastYear;
    private int lastMonth;
    private int lastDay;
    private long lastEpochDay;
    private boolean whole;

    /** Returns whether the last time that was read had no part of a second. */
    boolean isWholeSecond() {
        return whole;
    }

    /** Returns microseconds since 1970, or {@link #UNREADABLE}. */
    long read(byte[] bytes, int from, int to) {
        int start = from < to && bytes[from] == '[' ? from + 1 : from;
        int end = to > start && bytes[to - 1] == ']' ? to - 1 : to;
        int length = end - start;
        if (length >= 20 && bytes[start + 2] == '/') {
            return common(bytes, start, end);
        }
        if (length >= 19 && bytes[start + 4] == '-' && (bytes[start + 10] == 'T' || bytes[start + 10] == ' ')) {
            return iso(bytes, start, end);
        }
        return number(bytes, start, end);
    }

    /** Reads a day such as {@code 2026-11-19} in one field and a time of day in another one, both in UTC. */
    long read(String day, String time) {
        byte[] both = (day + "T" + time).getBytes(StandardCharsets.ISO_8859_1);
        return both.length >= 19 ? read(both, 0, both.length) : UNREADABLE;
    }

    private long common(byte[] bytes, int from, int to) {
        int month = month(bytes, from + 3);
        long day = epochDay(digits(bytes, from + 7, 4), month, digits(bytes, from, 2));
        long time = timeOfDay(bytes, from + 12, to);
        whole = true;
        if (day == UNREADABLE || time < 0 || month < 1) {
            return UNREADABLE;
        }
        long offset = to - from > 21 ? offset(bytes, from + 21, to) : 0;
        return offset == UNREADABLE ? UNREADABLE : day * DAY_MICROS + time - offset;
    }

    private static int month(byte[] bytes, int at) {
        for (int i = 0; i < 36; i += 3) {
            if ((bytes[at] | 0x20) == MONTHS.charAt(i)
                    && (bytes[at + 1] | 0x20) == MONTHS.charAt(i + 1)
                    && (bytes[at + 2] | 0x20) == MONTHS.charAt(i + 2)) {
                return i / 3 + 1;
            }
        }
        return -1;
    }

    private long iso(byte[] bytes, int from, int to) {
        long day = epochDay(digits(bytes, from, 4), digits(bytes, from + 5, 2), digits(bytes, from + 8, 2));
        long time = timeOfDay(bytes, from + 11, to);
        if (day == UNREADABLE || time < 0) {
            return UNREADABLE;
        }
        int at = from + 19;
        whole = at == to || (bytes[at] != '.' && bytes[at] != ',');
        if (!whole) {
            int end = at + 1;
            while (end < to && bytes[end] >= '0' && bytes[end] <= '9') {
                end++;
            }
            time += fraction(bytes, at + 1, end);
            at = end;
        }
        long offset = at == to || bytes[at] == 'Z' ? 0 : offset(bytes, at, to);
        return offset == UNREADABLE ? UNREADABLE : day * DAY_MICROS + time - offset;
    }

    /** Returns the first six digits as microseconds. */
    private static long fraction(byte[] bytes, int from, int to) {
        long micros = 0;
        for (int i = 0; i < 6; i++) {
            micros = micros * 10 + (from + i < to ? bytes[from + i] - '0' : 0);
        }
        return micros;
    }

    /** Reads {@code 14:02:11}; a leap second counts as the second before it. */
    private static long timeOfDay(byte[] bytes, int at, int to) {
        if (at + 8 > to || bytes[at + 2] != ':' || bytes[at + 5] != ':') {
            return -1;
        }
        int hour = digits(bytes, at, 2);
        int minute = digits(bytes, at + 3, 2);
        int second = digits(bytes, at + 6, 2);
        boolean valid = hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second <= 60;
        return valid ? (hour * 3_600L + minute * 60L + Math.min(second, 59)) * SECOND_MICROS : -1;
    }

    /** Reads {@code +0100} or {@code +01:00}. */
    private static long offset(byte[] bytes, int from, int to) {
        if (to - from < 5 || (bytes[from] != '+' && bytes[from] != '-')) {
            return UNREADABLE;
        }
        int hours = digits(bytes, from + 1, 2);
        int minutes = digits(bytes, bytes[from + 3] == ':' ? to - 2 : from + 3, 2);
        long offset = (hours * 3_600L + minutes * 60L) * SECOND_MICROS;
        return hours < 0 || minutes < 0 ? UNREADABLE : bytes[from] == '-' ? -offset : offset;
    }

    private long epochDay(int year, int month, int day) {
        if (year == lastYear && month == lastMonth && day == lastDay) {
            return lastEpochDay;
        }
        try {
            lastEpochDay = LocalDate.of(year, month, day).toEpochDay();
        } catch (DateTimeException invalid) {
            return UNREADABLE;
        }
        lastYear = year;
        lastMonth = month;
        lastDay = day;
        return lastEpochDay;
    }

    private static int digits(byte[] bytes, int at, int count) {
        int value = 0;
        for (int i = at; i < at + count; i++) {
            int digit = i < bytes.length ? bytes[i] - '0' : -1;
            if (digit < 0 || digit > 9) {
                return -1;
            }
            value = value * 10 + digit;
        }
        return value;
    }

    /** The number of digits before the point tells the unit: 10 for seconds, 13 for milliseconds, 16 or 19 for smaller ones. */
    private long number(byte[] bytes, int from, int to) {
        int point = from;
        long value = 0;
        while (point < to && bytes[point] >= '0' && bytes[point] <= '9') {
            value = value * 10 + bytes[point] - '0';
            point++;
        }
        int digits = point - from;
        whole = digits <= 11 && point == to;
        if (digits < 9 || digits > 19 || (point < to && bytes[point] != '.')) {
            return UNREADABLE;
        }
        if (digits <= 11) {
            return value * SECOND_MICROS + (point < to ? fraction(bytes, point + 1, to) : 0);
        }
        return digits <= 14 ? value * 1_000 : digits <= 17 ? value : value / 1_000;
    }

    /** Reads a length of time such as {@code 0.123}, in units of {@code unitNanos}; returns 0 if it is none. */
    static long took(String text, long unitNanos) {
        try {
            double nanos = Double.parseDouble(text.toLowerCase(Locale.ROOT)) * unitNanos;
            return nanos > 0 && nanos < 1e15 ? (long) (nanos / 1_000) : 0;
        } catch (NumberFormatException none) {
            return 0;
        }
    }
}
