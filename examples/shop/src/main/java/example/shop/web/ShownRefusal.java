package example.shop.web;

import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A refusal in words for people.
 *
 * @param puzzle what the browser solves before it tries again
 * @param seconds after which to try again; zero if waiting does not help
 */
public record ShownRefusal(String title, String sentence, Optional<String> puzzle, long seconds) {

    private static final JsonMapper JSON = new JsonMapper();
    private static final int FORBIDDEN = 403;
    private static final int UNAVAILABLE = 503;
    private static final int SECONDS = 60;

    static ShownRefusal read(int status, String problem) {
        JsonNode details = JSON.readTree(problem);
        String puzzle = details.path("challenge").path("puzzle").asString("");
        long seconds = details.path("retryAfterSeconds").asLong(0);
        if (!puzzle.isEmpty()) {
            return new ShownRefusal(
                    "One moment",
                    "Your browser solves a small puzzle, which shows us that it is worth our while. Then it goes on by itself.",
                    Optional.of(puzzle),
                    0);
        }
        if (details.path("reason").asString("").equals("locked")
                || details.path("rule").asString("").endsWith("-lock")) {
            return new ShownRefusal(
                    "Locked for " + duration(seconds),
                    "There were too many wrong passwords for this account from here, so nobody can try another one for "
                            + duration(seconds) + ". A device on which you have logged in before is not affected.",
                    Optional.empty(),
                    seconds);
        }
        if (status == FORBIDDEN && seconds > 0) {
            return new ShownRefusal(
                    "Blocked for " + duration(seconds),
                    "Too many requests that we did not like came from your address.",
                    Optional.empty(),
                    seconds);
        }
        return seconds > 0
                ? new ShownRefusal(
                        "A little slower, please",
                        "There were more requests than we can serve well. Please come back in " + duration(seconds)
                                + ".",
                        Optional.empty(),
                        seconds)
                : new ShownRefusal(
                        status == UNAVAILABLE ? "We are busy" : "That did not work",
                        "We could not serve this request. Go back and try again.",
                        Optional.empty(),
                        0);
    }

    /** Returns a time as people say it, rounded up. */
    static String duration(long seconds) {
        if (seconds < SECONDS) {
            return seconds == 1 ? "1 second" : seconds + " seconds";
        }
        long minutes = (seconds + SECONDS - 1) / SECONDS;
        return minutes == 1 ? "1 minute" : minutes + " minutes";
    }
}
