package io.weir.lab.traffic;

import io.weir.policy.rule.Request;

/**
 * A request at its time.
 *
 * @param atMicros when the request began, in microseconds since 1970
 * @param tookMicros how long the answer took
 * @param status of the answer that was given; 0 if unknown
 * @param agent a hash of the user agent; 0 if it sent none
 */
public record Arrival(long atMicros, long tookMicros, int status, Request request, int agent) {

    public Arrival at(long otherMicros) {
        return new Arrival(otherMicros, tookMicros, status, request, agent);
    }
}
