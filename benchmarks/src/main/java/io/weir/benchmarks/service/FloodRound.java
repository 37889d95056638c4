package io.weir.benchmarks.service;

/**
 * The results of one round by the service's meters.
 *
 * @param cores the used part of the service's core
 * @param attackerCores the part of a core that the load of the attack used
 * @param stolenCores the processor time that the machine's host gave to other machines
 */
record FloodRound(ServiceMeters meters, double cores, double attackerCores, double stolenCores) {

    double attacks() {
        return meters.sum("rate_limiter_rule_requests_total", "rule=\"login-per-ip\"");
    }

    double attacksRejected() {
        return meters.sum("api_rate_limit_exceeded_total", "rule=\"login-per-ip\"", "mode=\"enforce\"");
    }

    double ordinary() {
        return meters.sum("rate_limiter_rule_requests_total", "rule=\"orders-per-user\"");
    }

    /** Returns the ordinary requests that were rejected: all rejections but those of the rule for logins. */
    double ordinaryRejected() {
        return meters.sum("api_rate_limit_exceeded_total", "mode=\"enforce\"") - attacksRejected();
    }

    double degraded() {
        return meters.sum("rate_limiter_degraded_total");
    }

    /** Returns a quantile of the latency of allowed requests, nearly all of which are ordinary. */
    double millis(double quantile) {
        return 1e3 * meters.quantile(quantile, "rate_limiter_check_seconds", "allowed=\"true\"");
    }
}
