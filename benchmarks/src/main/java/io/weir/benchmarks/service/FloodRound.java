package io.weir.benchmarks.service;

/**
 * What the service's meters say of one round.
 *
 * @param cores what the service used of a core
 * @param attackerCores what the load of the attack used of a core
 * @param stolenCores what the machine's host took away from both
 */
record FloodRound(ServiceMeters meters, double cores, double attackerCores, double stolenCores) {

    double attacks() {
        return meters.sum("rate_limiter_rule_requests_total", "rule=\"login-per-ip\"");
    }

    double attacksRejected() {
        return meters.sum("api_rate_limit_exceeded_total", "rule=\"login-per-ip\"", "mode=\"enforce\"");
    }

    double innocents() {
        return meters.sum("rate_limiter_rule_requests_total", "rule=\"orders-per-user\"");
    }

    /** Whatever was rejected by another rule than the attackers' was theirs. */
    double innocentsRejected() {
        return meters.sum("api_rate_limit_exceeded_total", "mode=\"enforce\"") - attacksRejected();
    }

    double degraded() {
        return meters.sum("rate_limiter_degraded_total");
    }

    /** Of the innocents: hardly anything else is allowed. */
    double millis(double quantile) {
        return 1e3 * meters.quantile(quantile, "rate_limiter_check_seconds", "allowed=\"true\"");
    }
}
