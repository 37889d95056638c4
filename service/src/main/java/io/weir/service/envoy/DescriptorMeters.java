package io.weir.service.envoy;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.weir.policyfile.envoy.DescriptorLimit;
import io.weir.policyfile.envoy.Domain;
import io.weir.policyfile.envoy.Domains;
import io.weir.policyfile.envoy.Node;
import io.weir.service.envoy.Standing.Counted;
import java.util.IdentityHashMap;
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
    /** Two limits that say the same are still two. */
    private volatile IdentityHashMap<DescriptorLimit, Outcomes> ofFiles = new IdentityHashMap<>();

    DescriptorMeters(MeterRegistry registry) {
        this.registry = registry;
        this.ofRequests = outcomes("", "limit of the request");
    }

    /** Makes the meters of all limits there are. */
    void use(Domains domains) {
        IdentityHashMap<DescriptorLimit, Outcomes> outcomes = new IdentityHashMap<>();
        for (Domain domain : domains.all()) {
            add(domain, "", domain.descriptors(), outcomes);
        }
        ofFiles = outcomes;
    }

    private void add(
            Domain domain, String above, List<Node> nodes, IdentityHashMap<DescriptorLimit, Outcomes> outcomes) {
        for (Node node : nodes) {
            String path = above + node.name();
            node.limit().ifPresent(limit -> outcomes.put(limit, outcomes(domain.name(), path)));
            add(domain, path + ".", node.children(), outcomes);
        }
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
                ofFiles.getOrDefault(counted.limit(), ofRequests).of(counted).increment();
            }
        }
    }
}
