package io.weir.service.envoy.decide;

/** What a descriptor asks of its counter: the field {@code hits_addend} together with its sign. */
public record HitsAddend(Kind kind, long count) {

    public enum Kind {
        /** Adds the hits. */
        TAKE,

        /** Adds nothing, and reads the counter. */
        LOOK,

        /** Subtracts the hits again. */
        GIVE_BACK
    }

    /** Reads an unsigned number; numbers above {@code Long.MAX_VALUE} become that, which is more than any counter holds. */
    public static HitsAddend of(long unsigned, boolean negative) {
        long count = unsigned < 0 ? Long.MAX_VALUE : unsigned;
        if (count == 0) {
            return new HitsAddend(Kind.LOOK, 0);
        }
        return new HitsAddend(negative ? Kind.GIVE_BACK : Kind.TAKE, count);
    }
}
