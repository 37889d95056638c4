package io.weir.compat;

import io.weir.spring.RateLimited;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import reactor.core.publisher.Mono;

/** A small application whose paths name their behaviour, for Spring MVC and WebFlux. */
@RestController
class ShopController {

    /** The number of requests that have reached this controller. */
    final AtomicInteger calls = new AtomicInteger();

    private final ShopService service;

    ShopController(ShopService service) {
        this.service = service;
    }

    @RequestMapping({"/api/**", "/slow", "/open/**"})
    String ok() {
        calls.incrementAndGet();
        return "ok";
    }

    @GetMapping({"/status/{code}", "/fault/{code}"})
    ResponseEntity<String> status(@PathVariable("code") int code) {
        return ResponseEntity.status(code).body("as asked");
    }

    @GetMapping("/fault/throw")
    String fails() {
        throw new IllegalStateException("as asked");
    }

    @GetMapping("/limited/inline/{id}")
    @RateLimited(limit = "2/h", key = "id")
    public String inline(@PathVariable("id") String id) {
        return id;
    }

    @GetMapping("/limited/plain/{id}")
    String plain(@PathVariable("id") String id) {
        return service.plain(id);
    }

    @GetMapping("/limited/mono/{id}")
    Mono<String> mono(@PathVariable("id") String id) {
        return service.mono(id);
    }

    @GetMapping(value = "/limited/flux/{id}", produces = "text/plain")
    Mono<String> flux(@PathVariable("id") String id) {
        return service.flux(id).reduce("", String::concat);
    }

    @GetMapping("/limited/future/{id}")
    CompletableFuture<String> future(@PathVariable("id") String id) {
        return service.future(id);
    }

    /** A handler for all exceptions, as many applications have one. */
    @RestControllerAdvice
    static class CatchAll {

        @ExceptionHandler(Exception.class)
        ResponseEntity<String> any(Exception failure) {
            return ResponseEntity.status(500).body("something went wrong");
        }
    }
}
