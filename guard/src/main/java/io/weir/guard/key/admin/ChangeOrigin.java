package io.weir.guard.key.admin;

import io.weir.guard.key.FieldText;
import java.util.Optional;

/**
 * Who makes a change, and why, for the audit.
 *
 * @param by the administrator, or the id of the key that they used
 */
public record ChangeOrigin(String by, Optional<String> reason) {

    private static final int LONGEST_NAME = 100;
    private static final int LONGEST_REASON = 500;

    public ChangeOrigin {
        by = FieldText.require("by", by, LONGEST_NAME);
        reason = FieldText.require("reason", reason, LONGEST_REASON);
    }

    public static ChangeOrigin of(String by) {
        return new ChangeOrigin(by, Optional.empty());
    }

    public ChangeOrigin withReason(String text) {
        return new ChangeOrigin(by, Optional.of(text));
    }
}
