package io.weir.service.envoy;

/** What a descriptor wants of its counter. */
record Hits(Kind kind, long count) {

    enum Kind {
        /** Adds the hits. */
        TAKE,

        /** Adds nothing, and is told how the counter stands. */
        LOOK,

        /** Takes the hits off again. */
        GIVE_BACK
    }

    /** Of a number without a sign, of which the largest are more than any counter holds. */
    static Hits of(long unsigned, boolean negative) {
        long count = unsigned < 0 ? Long.MAX_VALUE : unsigned;
        if (count == 0) {
            return new Hits(Kind.LOOK, 0);
        }
        return new Hits(negative ? Kind.GIVE_BACK : Kind.TAKE, count);
    }
}
