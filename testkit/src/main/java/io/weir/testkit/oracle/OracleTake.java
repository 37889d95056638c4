package io.weir.testkit.oracle;

import io.weir.limit.Limit;

/**
 * What an oracle took, to be given back to it.
 *
 * @param mark where the take left the counter: a bucket's clear instant, a window's start, the time in a log
 * @param rest the part of a microsecond that a bucket's clear instant is beyond the mark; 0 elsewhere
 */
public record OracleTake(Limit limit, long cost, long mark, long rest) {}
