package io.weir.spring.internal.method;

import io.weir.http.Refusal;
import io.weir.http.RefusalException;
import io.weir.spring.RateLimitedException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;

/** Turns a denied call into a 429, and other refusals into their responses, in Spring MVC and WebFlux, before exception handlers of the application. */
@ControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
final class RateLimitedAdvice {

    @ExceptionHandler(RateLimitedException.class)
    ResponseEntity<String> refuse(RateLimitedException denied) {
        return response(denied.refusal());
    }

    @ExceptionHandler(RefusalException.class)
    ResponseEntity<String> refuse(RefusalException refused) {
        return response(refused.refusal());
    }

    private static ResponseEntity<String> response(Refusal refusal) {
        return ResponseEntity.status(refusal.status())
                .headers(headers -> refusal.headers().forEach(headers::set))
                .body(refusal.body());
    }
}
