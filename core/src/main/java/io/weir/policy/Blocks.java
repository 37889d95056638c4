package io.weir.policy;

import io.weir.policy.rule.Request;
import io.weir.policy.rule.Subject;
import java.time.Duration;
import java.util.Optional;

/**
 * The blocks that are in force. A gate asks for every request that no bypass exempts, so {@link #find} answers from
 * memory, with a few look-ups at most, and with none if there are no blocks. Must be thread-safe.
 */
public interface Blocks {

    /** No blocks; rules that block only deny. */
    Blocks NONE = new Blocks() {
        @Override
        public Optional<BlockedSubject> find(Request request) {
            return Optional.empty();
        }

        @Override
        public void begin(Subject subject, Duration time, String rule) {}
    };

    /** Returns the block that forbids this request, the longest one if there are several. */
    Optional<BlockedSubject> find(Request request);

    /**
     * Called each time an enforced rule that {@linkplain io.weir.policy.rule.Then.Block blocks} denies a request. The
     * implementation may refuse, for example if too many subjects are blocked; the rule denies in any case.
     */
    void begin(Subject subject, Duration time, String rule);
}
