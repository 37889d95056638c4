package io.weir.guard.block;

import io.weir.classify.Cidr;
import io.weir.policy.Action;
import io.weir.policy.rule.Subject;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What rules may block: little enough that a rule that is wrong does no great harm. Administrators have none of these bounds
 * but the size of the list.
 */
final class AutomaticBlocks {

    /** How many blocks there may be at all, ended ones of the last day included. */
    static final int MOST = 10_000;

    private static final int MOST_IN_FORCE = 1_000;
    private static final int MOST_PER_MINUTE = 20;
    private static final Duration LONGEST = Duration.ofHours(24);
    private static final Cidr[] LOOPBACK = {Cidr.parse("127.0.0.0/8"), Cidr.parse("::1")};

    /** A block that a rule wants to make. */
    record Wanted(Subject subject, Duration time, String rule, Action action) {}

    private AutomaticBlocks() {}

    /** Returns whether a rule may ever block this subject. */
    static boolean mayBlock(Subject subject, BlockConfig config) {
        Optional<Cidr> network = BlockedType.network(subject);
        return network.isEmpty()
                || Stream.concat(Stream.of(LOOPBACK), config.never().get().stream())
                        .noneMatch(never -> overlap(never, network.get()));
    }

    private static boolean overlap(Cidr one, Cidr other) {
        return one.contains(other.network()) || other.contains(one.network());
    }

    /** Returns whether an administrator has ended the block of this rule in the last day. */
    static boolean isPardoned(Subject subject, String rule, BlockList list, Instant now) {
        return list.of(subject, rule)
                .filter(last -> last.endedBy().isPresent() && isRecent(last, now))
                .isPresent();
    }

    private static boolean isRecent(Block block, Instant now) {
        return block.until().isAfter(now.minus(BlockList.REMEMBERED));
    }

    static boolean isFull(BlockList list, Instant now) {
        return list.blocks().size() >= MOST
                || list.automaticInForce(now) >= MOST_IN_FORCE
                || list.automaticSince(now.minus(Duration.ofMinutes(1))) >= MOST_PER_MINUTE;
    }

    /** Returns the next block of a rule: each one within a day of the last is twice as long, at most a day. */
    static Block next(Wanted wanted, BlockList list, Instant now) {
        Duration time = wanted.time();
        String rule = wanted.rule();
        Duration again = list.of(wanted.subject(), rule)
                .filter(last -> last.endedBy().isEmpty() && isRecent(last, now))
                .map(last -> Duration.between(last.since(), last.until()).multipliedBy(2))
                .orElse(time);
        Duration doubled = again.compareTo(time) > 0 ? again : time;
        Duration bounded = doubled.compareTo(LONGEST) > 0 && time.compareTo(LONGEST) <= 0 ? LONGEST : doubled;
        return new Block(
                wanted.subject(),
                now,
                now.plus(bounded),
                "rule " + rule,
                "rule " + rule,
                Optional.of(rule),
                Optional.empty(),
                wanted.action());
    }
}
