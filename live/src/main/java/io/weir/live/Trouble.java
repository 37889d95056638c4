package io.weir.live;

import io.weir.redis.RedisDocument.Stamp;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;

/** Why what is in force may not be what should be. It is logged when it begins, and then only shown. */
final class Trouble {

    private static final Logger LOG = System.getLogger(LivePolicy.class.getName());

    private final Home home;
    private Stamp refused = Stamp.NONE;
    private Optional<String> refusal = Optional.empty();
    private Optional<String> absence = Optional.empty();

    Trouble(Home home) {
        this.home = home;
    }

    /** The home has a document that cannot be used. */
    void refuse(Stamp stamp, Throwable why) {
        refused = stamp;
        String text = "version " + stamp.version() + " in " + home + " cannot be used: " + why.getMessage();
        refusal = Optional.of(text);
        LOG.log(Level.WARNING, "The policy stays as it is: " + text);
    }

    boolean isRefused(Stamp stamp) {
        return !stamp.equals(Stamp.NONE) && stamp.equals(refused);
    }

    /** The home does not answer. */
    void absent(Throwable why) {
        String text =
                home + " cannot be asked for the policy, so the last one goes on: " + UnavailableException.reason(why);
        if (absence.isEmpty()) {
            LOG.log(Level.WARNING, text);
        }
        absence = Optional.of(text);
    }

    /** The home answers. */
    void present() {
        absence = Optional.empty();
    }

    /** What the home has is in force. */
    void over() {
        present();
        refused = Stamp.NONE;
        refusal = Optional.empty();
    }

    Optional<String> text() {
        return refusal.or(() -> absence);
    }
}
