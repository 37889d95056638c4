package io.weir.limit;

/** How long permits take to flow through a bucket: {@code micros + rest/gain} µs, as {@link Bucket} says. */
record FlowTime(long micros, long rest) {

    FlowTime shorter(FlowTime other) {
        boolean isShorter = micros < other.micros || (micros == other.micros && rest <= other.rest);
        return isShorter ? this : other;
    }
}
