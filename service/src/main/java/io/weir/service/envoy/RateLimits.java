package io.weir.service.envoy;

import io.weir.policyfile.internal.envoy.Domain;
import io.weir.policyfile.internal.envoy.Domains;
import io.weir.service.envoy.Standing.Uncounted;
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

    private static final byte[] OVER_LIMIT = RateLimitResponse.newBuilder()
            .setOverallCode(RateLimitResponse.Code.OVER_LIMIT)
            .build()
            .toByteArray();

    private final Supplier<Domains> domains;
    private final Decider decider;
    private final ResponseWriter writer;
    private final Seen seen;

    RateLimits(Supplier<Domains> domains, Decider decider, ResponseWriter writer, Seen seen) {
        this.domains = domains;
        this.decider = decider;
        this.writer = writer;
        this.seen = seen;
    }

    /**
     * Decides a request as it {@linkplain RequestReader comes over the wire}, and returns the answer as it {@linkplain
     * ResponseWriter goes over the wire}; throws {@link InvalidCall} or {@link NothingLoaded}.
     */
    CompletionStage<byte[]> decide(byte[] message) {
        LimitRequest request = RequestReader.read(message);
        if (request.hasBrokenText()) {
            seen.sawBrokenText();
        }
        List<Asked> asked = request.asked();
        Domains loaded = domains.get();
        if (loaded.isEmpty()) {
            throw new NothingLoaded();
        }
        Optional<Domain> domain = loaded.find(request.domain());
        CompletionStage<List<Standing>> standings = domain.isPresent()
                ? decider.decide(domain.get(), asked)
                : CompletableFuture.completedStage(Collections.nCopies(asked.size(), Uncounted.UNMATCHED));
        return standings.thenApply(each -> {
            seen.saw(asked, each);
            return writer.write(each);
        });
    }

    /** The answer to a request that is too large to be read: it is over the limit. */
    byte[] denyTooLarge() {
        seen.sawTooLarge();
        return OVER_LIMIT;
    }
}
