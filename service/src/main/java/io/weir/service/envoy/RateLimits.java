package io.weir.service.envoy;

import io.weir.policyfile.envoy.Domain;
import io.weir.policyfile.envoy.Domains;
import io.weir.service.envoy.Standing.Uncounted;
import io.weir.service.envoy.wire.RateLimitRequest;
import io.weir.service.envoy.wire.RateLimitResponse;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** ShouldRateLimit: what it does, whatever carries it. */
final class RateLimits {

    /** There is nothing by which to decide. */
    static final class NothingLoaded extends RuntimeException {

        NothingLoaded() {
            super("no rate limit configuration loaded", null, false, false);
        }
    }

    private final Supplier<Domains> domains;
    private final Decider decider;
    private final ResponseWriter writer;
    private final DescriptorMeters meters;

    RateLimits(Supplier<Domains> domains, Decider decider, ResponseWriter writer, DescriptorMeters meters) {
        this.domains = domains;
        this.decider = decider;
        this.writer = writer;
        this.meters = meters;
    }

    /** Throws {@link BadRequest} or {@link NothingLoaded}. */
    CompletionStage<RateLimitResponse> decide(RateLimitRequest request) {
        List<Asked> asked = RequestReader.read(request);
        Domains loaded = domains.get();
        if (loaded.isEmpty()) {
            throw new NothingLoaded();
        }
        Optional<Domain> domain = loaded.find(request.getDomain());
        CompletionStage<List<Standing>> standings = domain.isPresent()
                ? decider.decide(domain.get(), asked)
                : CompletableFuture.completedStage(Collections.nCopies(asked.size(), Uncounted.UNMATCHED));
        return standings.thenApply(each -> {
            meters.count(each);
            return writer.write(each);
        });
    }
}
