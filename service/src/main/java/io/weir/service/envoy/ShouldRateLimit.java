package io.weir.service.envoy;

import io.weir.policyfile.internal.envoy.Domain;
import io.weir.policyfile.internal.envoy.Domains;
import io.weir.service.envoy.decide.Decider;
import io.weir.service.envoy.decide.DescriptorOutcome;
import io.weir.service.envoy.decide.DescriptorOutcome.Uncounted;
import io.weir.service.envoy.decide.LimitRequest;
import io.weir.service.envoy.decide.RequestedDescriptor;
import io.weir.service.envoy.observe.EnvoyObservers;
import io.weir.service.envoy.wire.InvalidCall;
import io.weir.service.envoy.wire.RateLimitRequestReader;
import io.weir.service.envoy.wire.RateLimitResponse;
import io.weir.service.envoy.wire.ResponseWriter;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Decides a request to ShouldRateLimit, whichever transport carries it. */
final class ShouldRateLimit {

    /** Thrown while no file with limits is loaded. */
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
    private final EnvoyObservers observers;

    ShouldRateLimit(Supplier<Domains> domains, Decider decider, ResponseWriter writer, EnvoyObservers observers) {
        this.domains = domains;
        this.decider = decider;
        this.writer = writer;
        this.observers = observers;
    }

    /**
     * Decides a request in the {@linkplain RateLimitRequestReader format of the wire}, and returns the response in the {@linkplain
     * ResponseWriter format of the wire}; throws {@link InvalidCall} or {@link NothingLoaded}.
     */
    CompletionStage<byte[]> decide(byte[] message) {
        LimitRequest request = RateLimitRequestReader.read(message);
        if (request.hasBrokenText()) {
            observers.sawBrokenText();
        }
        List<RequestedDescriptor> descriptors = request.descriptors();
        Domains loaded = domains.get();
        if (loaded.isEmpty()) {
            throw new NothingLoaded();
        }
        Optional<Domain> domain = loaded.find(request.domain());
        CompletionStage<List<DescriptorOutcome>> outcomes = domain.isPresent()
                ? decider.decide(domain.get(), descriptors)
                : CompletableFuture.completedStage(Collections.nCopies(descriptors.size(), Uncounted.UNMATCHED));
        return outcomes.thenApply(each -> {
            observers.saw(descriptors, each);
            return writer.write(each);
        });
    }

    /** The response to a request that is too large to be read: it is over the limit. */
    byte[] denyTooLarge() {
        observers.sawTooLarge();
        return OVER_LIMIT;
    }
}
