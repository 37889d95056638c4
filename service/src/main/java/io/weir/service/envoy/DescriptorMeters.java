package io.weir.service.envoy;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.weir.policyfile.envoy.Domains;
import io.weir.service.envoy.Standing.Counted;
import java.util.List;

/** {@code rate_limiter.envoy.descriptors}: how often each limit of the files was met, and was over. Values are never labels. */
final class DescriptorMeters {

    private record Outcomes(Counter within, Counter over, Counter shadow) {

        Counter of(Counted counted) {
            return counted.saysOver() ? over : counted.isOver() ? shadow : within;
        }
    }

    private final MeterRegistry registry;
    private final Outcomes ofRequests;
    private volatile PerLimit<Outcomes> ofFiles = PerLimit.none();

    DescriptorMeters(MeterRegistry registry) {
        this.registry = registry;
        this.ofRequests = outcomes("", "limit of the request");
    }

    /** Makes the meters of all limits there are. */
    void use(Domains domains) {
        ofFiles = new PerLimit<>(domains, (limit, domain, path) -> outcomes(domain, path));
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

    void count(List<Standing> standings) {
        for (Standing standing : standings) {
            if (standing instanceof Counted counted) {
                Outcomes outcomes = ofFiles.of(counted.limit());
                (outcomes == null ? ofRequests : outcomes).of(counted).increment();
            }
        }
    }
}
