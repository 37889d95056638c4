package io.weir.service.envoy.observe;

import io.weir.policy.Ruling;
import io.weir.policy.rule.Subject;
import io.weir.policy.spi.Observed;
import io.weir.policyfile.internal.envoy.Domains;
import io.weir.service.envoy.decide.DescriptorOutcome;
import io.weir.service.envoy.decide.DescriptorOutcome.Counted;
import io.weir.service.envoy.decide.HitsAddend;
import io.weir.service.envoy.decide.PerLimit;
import io.weir.service.envoy.decide.RequestedDescriptor;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/** A call of Envoy as observers see it: each descriptor with a matching limit is a subject, and each limit a rule. */
record DescriptorVerdict(
        List<RequestedDescriptor> descriptors, List<DescriptorOutcome> outcomes, boolean allowed, Names names)
        implements Observed {

    /** The names of limits: a limit of the files is named by its place in them, such as {@code shop/user.path_/orders}. */
    static final class Names {

        private static final String OF_REQUEST = "limit-of-the-request";

        private volatile PerLimit<String> ofFiles = PerLimit.none();

        void use(Domains domains) {
            ofFiles = new PerLimit<>(domains, (limit, domain, path) -> domain + "/" + path);
        }

        private String of(Counted counted) {
            String name = ofFiles.of(counted.limit());
            return name == null ? OF_REQUEST : name;
        }
    }

    static DescriptorVerdict of(List<RequestedDescriptor> descriptors, List<DescriptorOutcome> outcomes, Names names) {
        return new DescriptorVerdict(descriptors, outcomes, !DescriptorOutcome.isOver(outcomes), names);
    }

    @Override
    public void eachSubject(BiConsumer<Subject, Boolean> visitor) {
        for (int i = 0; i < outcomes.size(); i++) {
            // A descriptor that gives back asks for nothing.
            if (outcomes.get(i) instanceof Counted counted
                    && descriptors.get(i).hits().kind() != HitsAddend.Kind.GIVE_BACK) {
                visitor.accept(descriptors.get(i).subject(), denies(counted));
            }
        }
    }

    private boolean denies(Counted counted) {
        return !allowed && counted.saysOver();
    }

    @Override
    public Optional<Ruling> decidedBy() {
        int longest = -1;
        long longestMicros = -1;
        for (int i = 0; i < outcomes.size(); i++) {
            if (outcomes.get(i) instanceof Counted counted
                    && denies(counted)
                    && resetAfterMicros(counted) > longestMicros) {
                longest = i;
                longestMicros = resetAfterMicros(counted);
            }
        }
        return longest >= 0 && outcomes.get(longest) instanceof Counted counted
                ? Optional.of(denial(descriptors.get(longest), counted))
                : Optional.empty();
    }

    private Ruling denial(RequestedDescriptor descriptor, Counted counted) {
        return new Ruling(
                names.of(counted),
                descriptor.subject(),
                counted.counting().limit(),
                descriptor.hits().count(),
                true,
                // The store allows the first hit of a limit of no requests, which is over here.
                counted.decision().deniedFor(resetAfterMicros(counted)));
    }

    /** The time until the reset, as the response to Envoy gives it. */
    private static long resetAfterMicros(Counted counted) {
        return Math.max(1, counted.counting().resetAfterMicros(counted.decision()));
    }
}
