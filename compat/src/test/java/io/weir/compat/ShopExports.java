package io.weir.compat;

import io.weir.spring.RateLimited;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Methods that are limited by rules of the shop's policy. */
@RestController
@ConditionalOnProperty("shop.exports")
class ShopExports {

    @GetMapping("/limited/rule/{id}")
    @RateLimited(value = "exports", key = "id")
    public String export(@PathVariable("id") String id) {
        return id;
    }

    /** Limited by a rule that has charged the request already. */
    @GetMapping("/limited/by-path")
    @RateLimited("by-path-and-method")
    public Mono<String> byPath() {
        return Mono.just("by path");
    }

    /** Limited by the same rule, called from another path. */
    @GetMapping("/limited/elsewhere")
    @RateLimited("by-path-and-method")
    public Mono<String> elsewhere() {
        return Mono.just("elsewhere");
    }

    /** Counts by the caller of the request. */
    @GetMapping("/limited/reports")
    @RateLimited("reports")
    public Mono<String> report() {
        return Mono.just("report");
    }
}
