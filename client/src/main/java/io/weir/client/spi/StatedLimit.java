package io.weir.client.spi;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an answer says of the limit of its caller, in one of three dialects: the draft's {@code RateLimit: "name";r=3;t=42},
 * {@code RateLimit-Limit}, and {@code X-RateLimit-Limit}. Of several limits in the draft's form, the one with the fewest
 * permits left.
 *
 * @param limit the permits of the whole limit; never fewer than {@code remaining}
 * @param remaining the permits that are left
 * @param reset the time until all permits are free again
 */
record StatedLimit(long limit, long remaining, Duration reset) {

    /** Smaller numbers are seconds from now, larger ones are seconds since 1970. */
    private static final long FIRST_UNIX_SECOND = 1_000_000_000;

    private static final long MOST = 1_000_000_000_000L;
    private static final int MOST_CHARACTERS = 4_096;
    /** A quoted name and its parameters, as {@code "name";r=3;t=42}. */
    private static final Pattern MEMBER = Pattern.compile("\"([^\"]*+)\"((?:;[^,;\"]*+)++)");

    private static final Pattern PARAMETER = Pattern.compile(";\\s*([a-z]+)=(\\d{1,12}+)(?=\\s*(?:;|$))");

    private record Member(String name, OptionalLong first, OptionalLong second) {}

    static Optional<StatedLimit> of(AnswerHeaders headers, Instant wallClock) {
        return drafted(headers)
                .or(() -> classic(headers, "RateLimit-", wallClock))
                .or(() -> classic(headers, "X-RateLimit-", wallClock));
    }

    private static Optional<StatedLimit> classic(AnswerHeaders headers, String prefix, Instant wallClock) {
        OptionalLong limit = number(headers, prefix + "Limit");
        OptionalLong remaining = number(headers, prefix + "Remaining");
        OptionalLong reset = number(headers, prefix + "Reset");
        if (limit.isEmpty() || remaining.isEmpty() || reset.isEmpty()) {
            return Optional.empty();
        }
        long seconds = reset.getAsLong() < FIRST_UNIX_SECOND
                ? reset.getAsLong()
                : reset.getAsLong() - RetryAfter.serverTime(headers, wallClock).getEpochSecond();
        return Optional.of(stated(limit.getAsLong(), remaining.getAsLong(), seconds));
    }

    private static StatedLimit stated(long limit, long remaining, long resetSeconds) {
        long bounded = Math.max(0, Math.min(RetryAfter.LONGEST.toSeconds(), resetSeconds));
        return new StatedLimit(Math.max(limit, remaining), remaining, Duration.ofSeconds(bounded));
    }

    private static OptionalLong number(AnswerHeaders headers, String name) {
        Optional<String> digits = headers.first(name).map(String::strip).filter(text -> text.matches("\\d{1,12}"));
        return digits.isPresent() ? OptionalLong.of(Long.parseLong(digits.get())) : OptionalLong.empty();
    }

    private static Optional<StatedLimit> drafted(AnswerHeaders headers) {
        List<Member> quotas = members(headers.all("RateLimit-Policy"), "q", "w");
        return members(headers.all("RateLimit"), "r", "t").stream()
                .filter(member -> member.first().isPresent() && member.second().isPresent())
                .min(Comparator.comparingLong(member -> member.first().getAsLong()))
                .map(member -> stated(
                        quotaOf(member.name(), quotas),
                        member.first().getAsLong(),
                        member.second().getAsLong()));
    }

    /** Returns the quota of a limit, or the most that there can be if the server does not tell it. */
    private static long quotaOf(String name, List<Member> quotas) {
        return quotas.stream()
                .filter(quota -> quota.name().equals(name) && quota.first().isPresent())
                .mapToLong(quota -> quota.first().getAsLong())
                .findFirst()
                .orElse(MOST);
    }

    private static List<Member> members(List<String> lines, String first, String second) {
        String text = String.join(",", lines);
        if (text.length() > MOST_CHARACTERS) {
            return List.of();
        }
        return MEMBER.matcher(text)
                .results()
                .map(found ->
                        new Member(found.group(1), parameter(found.group(2), first), parameter(found.group(2), second)))
                .toList();
    }

    private static OptionalLong parameter(String parameters, String name) {
        Matcher found = PARAMETER.matcher(parameters.toLowerCase(Locale.ROOT));
        while (found.find()) {
            if (found.group(1).equals(name)) {
                return OptionalLong.of(Long.parseLong(found.group(2)));
            }
        }
        return OptionalLong.empty();
    }

    /** Returns the time in which one permit becomes free, if permits become free evenly until the reset. */
    Optional<Duration> interval() {
        long used = limit - remaining;
        return used == 0 || limit == MOST ? Optional.empty() : Optional.of(reset.dividedBy(used));
    }
}
