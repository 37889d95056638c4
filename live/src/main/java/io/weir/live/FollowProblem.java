package io.weir.live;

import io.weir.document.spi.Document;
import io.weir.document.spi.Document.Stamp;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;

/**
 * The reason why the policy in force may differ from the followed document. A problem is logged when it begins and
 * then only shown. Not thread-safe.
 */
final class FollowProblem {

    private static final Logger LOG = System.getLogger(LivePolicy.class.getName());

    private final Document document;
    private Stamp refused = Stamp.NONE;
    private Optional<String> refusal = Optional.empty();
    private Optional<String> absence = Optional.empty();

    FollowProblem(Document document) {
        this.document = document;
    }

    /** Reports that the text with this stamp cannot be used. */
    void refuse(Stamp stamp, Throwable why) {
        refused = stamp;
        String text = "version " + stamp.version() + " in " + document + " cannot be used: " + why.getMessage();
        refusal = Optional.of(text);
        LOG.log(Level.WARNING, "The policy in force is unchanged: " + text);
    }

    boolean isRefused(Stamp stamp) {
        return !stamp.equals(Stamp.NONE) && stamp.equals(refused);
    }

    /** Reports that the document does not answer. */
    void unavailable(Throwable why) {
        String text = document + " does not answer, so the policy in force stays as it is: "
                + UnavailableException.reason(why);
        if (absence.isEmpty()) {
            LOG.log(Level.WARNING, text);
        }
        absence = Optional.of(text);
    }

    /** Reports that the document answers. */
    void available() {
        absence = Optional.empty();
    }

    /** Reports that the document's text is in force, which solves all problems. */
    void solved() {
        available();
        refused = Stamp.NONE;
        refusal = Optional.empty();
    }

    Optional<String> text() {
        return refusal.or(() -> absence);
    }
}
