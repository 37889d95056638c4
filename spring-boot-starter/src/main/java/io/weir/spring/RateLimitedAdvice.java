package io.weir.spring;

import io.weir.http.Reply;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;

/** Makes a 429 of a call too many, in Spring MVC and in WebFlux, even where the application handles all exceptions by itself. */
@ControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
final class RateLimitedAdvice {

    @ExceptionHandler(RateLimitedException.class)
    ResponseEntity<String> refuse(RateLimitedException denied) {
        Reply reply = denied.reply();
        return ResponseEntity.status(reply.status())
                .headers(headers -> reply.headers().forEach(headers::set))
                .body(reply.body());
    }
}
