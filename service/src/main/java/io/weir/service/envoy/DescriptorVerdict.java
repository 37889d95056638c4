package io.weir.service.envoy;

import io.weir.policy.Ruling;
import io.weir.policy.rule.Subject;
import io.weir.policy.spi.Observed;
import io.weir.policyfile.internal.envoy.Domains;
import io.weir.service.envoy.Standing.Counted;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/** A call of Envoy's as observers see it: each descriptor that met a limit is a subject, and each limit a rule. */
record DescriptorVerdict(List<Asked> asked, List<Standing> standings, boolean allowed, Names names)
        implements Observed {

    /** What limits are called: those of the files by where they stand, {@code shop/user.path_/orders}. */
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

    static DescriptorVerdict of(List<Asked> asked, List<Standing> standings, Names names) {
        return new DescriptorVerdict(asked, standings, !Standing.isOver(standings), names);
    }

    @Override
    public void eachSubject(BiConsumer<Subject, Boolean> visitor) {
        for (int i = 0; i < standings.size(); i++) {
            // A descriptor that gives back does not ask for anything.
            if (standings.get(i) instanceof Counted counted
                    && asked.get(i).hits().kind() != Hits.Kind.GIVE_BACK) {
                visitor.accept(asked.get(i).subject(), denies(counted));
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
        for (int i = 0; i < standings.size(); i++) {
            if (standings.get(i) instanceof Counted counted
                    && denies(counted)
                    && resetAfterMicros(counted) > longestMicros) {
                longest = i;
                longestMicros = resetAfterMicros(counted);
            }
        }
        return longest >= 0 && standings.get(longest) instanceof Counted counted
                ? Optional.of(denial(asked.get(longest), counted))
                : Optional.empty();
    }

    private Ruling denial(Asked one, Counted counted) {
        return new Ruling(
                names.of(counted),
                one.subject(),
                counted.counting().limit(),
                one.hits().count(),
                true,
                // The store allows the first hit of a limit of no requests, which is over here.
                counted.decision().deniedFor(resetAfterMicros(counted)));
    }

    /** As Envoy is told. */
    private static long resetAfterMicros(Counted counted) {
        return Math.max(1, counted.counting().resetAfterMicros(counted.decision()));
    }
}
