package example.shop.attack;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the shop answered.
 *
 * @param status 0 if there was no answer
 */
record Reply(int status, String body, Optional<String> deviceCookie, long micros) {

    private static final Pattern PUZZLE = Pattern.compile("(?:\"puzzle\":|data-puzzle=)\"([^\"]+)\"");

    boolean isSuccess() {
        return status >= 200 && status < 300;
    }

    boolean isRefused() {
        return status == 429 || status == 403 || status == 503;
    }

    /** Returns the puzzle that has to be solved first. */
    Optional<String> puzzle() {
        Matcher found = PUZZLE.matcher(status == 403 ? body : "");
        return found.find() ? Optional.of(found.group(1)) : Optional.empty();
    }

    /** Returns the value of a field of flat JSON. */
    String field(String name) {
        Matcher found = Pattern.compile("\"" + name + "\":\"?([^\",}]+)").matcher(body);
        return found.find() ? found.group(1) : "";
    }
}
