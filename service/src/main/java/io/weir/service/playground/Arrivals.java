package io.weir.service.playground;

import io.weir.service.http.BadRequest;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The requests of a simulation. A text such as {@code 0 0.25*3 9.9*20} has a time in seconds for each, and how many come then. */
final class Arrivals {

    /** Requests of one permit that arrive at one time. */
    record Arrival(long atMicros, int requests) {}

    private static final int MOST = 2_000;
    private static final int MOST_CHARACTERS = 40_000;
    private static final long LAST_SECOND = 86_400;
    private static final Pattern ONE = Pattern.compile("([0-9]{1,5}(?:\\.[0-9]{1,6})?)(?:\\*([1-9][0-9]{0,3}))?");

    private Arrivals() {}

    static List<Arrival> parse(String text) {
        if (text.length() > MOST_CHARACTERS) {
            throw wrong("must have at most " + MOST_CHARACTERS + " characters");
        }
        List<Arrival> all = new ArrayList<>();
        int requests = 0;
        long last = 0;
        for (String word : text.strip().split("[\\s,]+", -1)) {
            Arrival next = arrival(word);
            if (next.atMicros() < last) {
                throw wrong("must be in the order of time, but " + word + " is earlier than the one before it");
            }
            last = next.atMicros();
            requests += next.requests();
            if (requests > MOST) {
                throw wrong("must be at most " + MOST + " requests");
            }
            all.add(next);
        }
        return all;
    }

    private static Arrival arrival(String word) {
        Matcher matcher = ONE.matcher(word);
        if (!matcher.matches()) {
            throw wrong("must be times in seconds such as 0 0.25*3 9.9*20");
        }
        BigDecimal seconds = new BigDecimal(matcher.group(1));
        if (seconds.compareTo(BigDecimal.valueOf(LAST_SECOND)) > 0) {
            throw wrong("must be within a day, from 0 to " + LAST_SECOND + " seconds");
        }
        int requests = matcher.group(2) == null ? 1 : Integer.parseInt(matcher.group(2));
        return new Arrival(seconds.movePointRight(6).longValueExact(), requests);
    }

    private static BadRequest wrong(String detail) {
        return new BadRequest("arrivals", detail);
    }
}
