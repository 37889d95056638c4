package io.weir.client.spi;

import io.weir.client.patience.Pacing;
import java.time.Duration;
import java.util.Optional;

/**
 * The spacing of a lane's calls, from the limits that answers state.
 *
 * <p>Calls have credit for the permits that were left, less one for each call under way, which may take one. Without
 * credit they go one at a time, at the interval at which permits become free. If 60 s remain until all 100 permits are free
 * and 40 are left, one becomes free each second. If answers state no limit, each success gives credit for two more calls,
 * so that a lane that opens does not send all waiting calls at once.
 *
 * <p>Guarded by the lock of its lane.
 */
final class LanePace {

    private static final long UNKNOWN_INTERVAL = Duration.ofSeconds(1).toNanos();
    private static final int CREDIT_OF_SUCCESS = 2;

    /** An interval is lengthened by a twentieth, so that small delays do not let two calls meet. */
    private static final int MARGIN = 20;

    private boolean afterRefusal;
    private boolean stated;
    private boolean halfIsFree;
    private long credit;
    private long interval = UNKNOWN_INTERVAL;
    private long lastSent = Long.MIN_VALUE / 2;
    private long newestAnswer;

    /** The pace is an estimate: a call that it would hold back for too long is sent, and the server decides. */
    boolean allows(LaneTicket ticket, long now) {
        return !applies(ticket.pacing) || credit > 0 || now >= nextSlot() || nextSlot() > ticket.deadlineNanos;
    }

    private boolean applies(Pacing pacing) {
        return switch (pacing) {
            case OFF -> false;
            case AFTER_REFUSAL -> afterRefusal;
            case AHEAD -> afterRefusal || stated;
        };
    }

    long nextSlot() {
        return lastSent + interval;
    }

    void sent(long now) {
        credit = Math.max(0, credit - 1);
        lastSent = now;
    }

    void refused(LaneTicket ticket, Optional<StatedLimit> limit) {
        afterRefusal = true;
        credit = 0;
        learn(ticket, limit);
    }

    void accepted(LaneTicket ticket, Optional<StatedLimit> limit, int underWay) {
        boolean newest = learn(ticket, limit);
        if (limit.isPresent()) {
            if (newest) {
                credit = Math.max(0, limit.get().remaining() - underWay);
            }
        } else if (!stated) {
            credit += CREDIT_OF_SUCCESS;
        }
    }

    /** Answers to calls that were sent earlier than another that is answered already are out of date. */
    private boolean learn(LaneTicket ticket, Optional<StatedLimit> limit) {
        if (limit.isEmpty() || ticket.number < newestAnswer) {
            return false;
        }
        newestAnswer = ticket.number;
        stated = true;
        halfIsFree =
                limit.get().remaining() >= limit.get().limit() - limit.get().remaining();
        limit.get().interval().ifPresent(each -> interval = each.toNanos() + each.toNanos() / MARGIN);
        return true;
    }

    /** Nothing waits and nothing is under way. */
    void idle() {
        if (halfIsFree || !stated) {
            afterRefusal = false;
            credit = 0;
        }
    }
}
