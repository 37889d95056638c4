package io.weir.service.guard;

import io.weir.guard.key.verify.KeyVerification;
import io.weir.service.http.Incoming;
import io.weir.service.http.Query;
import java.util.Optional;

/** Who makes a change, as the audit names them: the API key that was used, and the name that the author gives. */
public final class CallAuthor {

    /** The parameter with the name. */
    public static final String BY = "by";

    private CallAuthor() {}

    /**
     * Returns the author of a call.
     *
     * @param query of the call, which knows {@link #BY}
     */
    public static String of(Incoming incoming, Query query) {
        Optional<String> given = Optional.ofNullable(query.get(BY)).filter(name -> !name.isBlank());
        KeyVerification key = incoming.key();
        return key != null && key.key().isPresent()
                ? key.key().get().id() + given.map(name -> " (" + name + ")").orElse("")
                : given.orElse("admin");
    }
}
