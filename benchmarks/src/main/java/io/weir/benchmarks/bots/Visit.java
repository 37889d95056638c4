package io.weir.benchmarks.bots;

import io.weir.policy.rule.Request;

/**
 * A request of the traffic.
 *
 * @param client that sent it, a number for each
 * @param status of the response
 * @param fillsTrap whether it fills in a field of a form that people do not see
 */
record Visit(long atMicros, int client, TrafficClass kind, Request request, int status, boolean fillsTrap) {}
