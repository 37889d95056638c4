package io.weir.live;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * The author of a change to a policy.
 *
 * @param by the author's name, one line of up to 100 characters
 * @param reason why the policy is changed, one line of up to 500 characters
 * @param expected the version that the author means to change; if empty, any version
 */
public record Author(String by, Optional<String> reason, OptionalLong expected) {

    private static final int LONGEST_NAME = 100;
    private static final int LONGEST_REASON = 500;

    public Author {
        require("by", by, LONGEST_NAME);
        reason.ifPresent(text -> require("reason", text, LONGEST_REASON));
    }

    public static Author of(String by) {
        return new Author(by, Optional.empty(), OptionalLong.empty());
    }

    public Author because(String why) {
        return new Author(by, Optional.of(why), expected);
    }

    public Author expecting(long version) {
        return new Author(by, reason, OptionalLong.of(version));
    }

    private static void require(String name, String text, int longest) {
        if (text.isBlank() || text.length() > longest || text.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(
                    name + " must be a line of up to " + longest + " characters, and not blank");
        }
    }
}
