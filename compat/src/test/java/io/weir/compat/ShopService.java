package io.weir.compat;

import io.weir.spring.RateLimited;
import java.util.concurrent.CompletableFuture;
import org.springframework.stereotype.Service;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Limited methods with different return types. */
@Service
class ShopService {

    @RateLimited(limit = "2/h", key = "#id.toUpperCase()")
    public String plain(String id) {
        return id;
    }

    @RateLimited(limit = "2/h", key = "id")
    public Mono<String> mono(String id) {
        return Mono.just(id);
    }

    @RateLimited(limit = "2/h", key = "id")
    public Flux<String> flux(String id) {
        return Flux.just(id, "!");
    }

    @RateLimited(limit = "2/h", key = "id")
    public CompletableFuture<String> future(String id) {
        return CompletableFuture.completedFuture(id);
    }
}
