package io.weir.testkit.oracle;

import io.weir.limit.Limit;

/**
 * A charge that an oracle has taken, for giving it back.
 *
 * @param mark the state right after it: a bucket's instant, a window's start, or the time in a log
 * @param rest the fraction of a microsecond by which a bucket's instant exceeds the mark; 0 for other algorithms
 */
public record OracleTake(Limit limit, long cost, long mark, long rest) {}
