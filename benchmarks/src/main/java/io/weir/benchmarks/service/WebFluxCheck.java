package io.weir.benchmarks.service;

import io.weir.RateLimiter;
import io.weir.limit.Decision;
import io.weir.limit.Limit;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** A typical rate limit service: a Spring WebFlux controller around the same limiter. */
@SpringBootApplication
@RestController
public class WebFluxCheck {

    private final RateLimiter limiter = RateLimiter.of(Limit.parse("10/s burst 100"));

    /** The answer, with the same fields as that of the service. */
    public record Body(
            boolean allowed,
            String key,
            String algorithm,
            long remaining,
            long resetAfterSeconds,
            long retryAfterSeconds,
            String message) {}

    @GetMapping("/api/v1/rate-limit/check")
    public ResponseEntity<Body> check(@RequestParam String key, @RequestParam(defaultValue = "1") long permits) {
        Decision decision = limiter.tryAcquire(key, permits);
        return ResponseEntity.status(decision.allowed() ? HttpStatus.OK : HttpStatus.TOO_MANY_REQUESTS)
                .header("X-RateLimit-Limit", Long.toString(decision.limit()))
                .header("X-RateLimit-Remaining", Long.toString(decision.remaining()))
                .header(
                        "X-RateLimit-Reset",
                        Long.toString(decision.at().plus(decision.resetAfter()).getEpochSecond()))
                .body(new Body(
                        decision.allowed(),
                        key,
                        "TOKEN_BUCKET",
                        decision.remaining(),
                        decision.resetAfter().toSeconds(),
                        decision.retryAfter().toSeconds(),
                        decision.allowed() ? "Request allowed" : "Rate limit exceeded"));
    }

    public static void main(String[] arguments) {
        SpringApplication.run(WebFluxCheck.class, arguments);
    }
}
