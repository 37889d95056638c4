package io.weir.service.envoy.observe;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.weir.policyfile.internal.envoy.Domains;
import io.weir.service.envoy.decide.DescriptorOutcome;
import io.weir.service.envoy.decide.DescriptorOutcome.Counted;
import io.weir.service.envoy.decide.PerLimit;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The meters about Envoy's calls. {@code rate_limiter.envoy.descriptors} counts how often each limit of the files matched and was
 * exceeded; {@code rate_limiter.envoy.suspect} counts requests with a text that is not UTF-8, and requests that are too large. Values of
 * descriptors are never labels.
 */
final class DescriptorMeters {

    private record Outcomes(Counter within, Counter over, Counter shadow) {

        Counter of(Counted counted) {
            return counted.saysOver() ? over : counted.isOver() ? shadow : within;
        }

        List<Counter> all() {
            return List.of(within, over, shadow);
        }
    }

    private final MeterRegistry registry;
    private final Outcomes ofRequests;
    private final Counter brokenText;
    private final Counter tooLarge;
    private volatile PerLimit<Outcomes> ofFiles = PerLimit.none();
    private Set<Meter> metersOfFiles = Set.of();

    DescriptorMeters(MeterRegistry registry) {
        this.registry = registry;
        this.ofRequests = outcomes("", "limit of the request");
        this.brokenText = suspect("broken_text");
        this.tooLarge = suspect("too_large");
    }

    private Counter suspect(String reason) {
        return Counter.builder("rate_limiter.envoy.suspect")
                .description("Requests of Envoy whose client has sent what no ordinary client sends")
                .tag("reason", reason)
                .register(registry);
    }

    /** Makes the meters of all limits of new files, and removes the meters of limits that are gone. Called by one thread at a time. */
    void use(Domains domains) {
        Set<Meter> made = new HashSet<>();
        ofFiles = new PerLimit<>(domains, (limit, domain, path) -> {
            Outcomes outcomes = outcomes(domain, path);
            made.addAll(outcomes.all());
            return outcomes;
        });
        metersOfFiles.stream().filter(old -> !made.contains(old)).forEach(registry::remove);
        metersOfFiles = made;
    }

    private Outcomes outcomes(String domain, String descriptor) {
        return new Outcomes(
                counter(domain, descriptor, "ok"),
                counter(domain, descriptor, "over_limit"),
                counter(domain, descriptor, "shadow"));
    }

    private Counter counter(String domain, String descriptor, String outcome) {
        return Counter.builder("rate_limiter.envoy.descriptors")
                .description("Descriptors of Envoy's requests that met a limit")
                .tag("domain", domain)
                .tag("descriptor", descriptor)
                .tag("outcome", outcome)
                .register(registry);
    }

    void countBrokenText() {
        brokenText.increment();
    }

    void countTooLarge() {
        tooLarge.increment();
    }

    void count(List<DescriptorOutcome> results) {
        for (DescriptorOutcome result : results) {
            if (result instanceof Counted counted) {
                Outcomes outcomes = ofFiles.of(counted.limit());
                (outcomes == null ? ofRequests : outcomes).of(counted).increment();
            }
        }
    }
}
