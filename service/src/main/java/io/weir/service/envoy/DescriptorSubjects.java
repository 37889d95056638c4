package io.weir.service.envoy;

import io.weir.metrics.RejectionLog;
import io.weir.metrics.TopSubjects;
import io.weir.policyfile.envoy.Domains;
import io.weir.service.envoy.Standing.Counted;
import java.util.List;

/** Descriptors that met a limit, among the hottest subjects, and those that were over it in the log of denials. */
public final class DescriptorSubjects {

    private static final String OF_REQUEST = "limit-of-the-request";

    private final TopSubjects subjects;
    private final RejectionLog rejections;
    private volatile PerLimit<String> ofFiles = PerLimit.none();

    public DescriptorSubjects(TopSubjects subjects, RejectionLog rejections) {
        this.subjects = subjects;
        this.rejections = rejections;
    }

    /** Names all limits there are, in the log, by where they stand: {@code shop/user.path_/orders}. */
    void use(Domains domains) {
        ofFiles = new PerLimit<>(domains, (limit, domain, path) -> domain + "/" + path);
    }

    void saw(List<Asked> asked, List<Standing> standings) {
        boolean denied = Standing.isOver(standings);
        int longest = -1;
        long longestMicros = -1;
        for (int i = 0; i < standings.size(); i++) {
            // Who gives back does not ask.
            if (standings.get(i) instanceof Counted counted
                    && asked.get(i).hits().kind() != Hits.Kind.GIVE_BACK) {
                boolean denies = denied && counted.saysOver();
                subjects.saw(asked.get(i)::subject, !denies);
                long micros = denies ? resetAfterMicros(counted) : -1;
                if (micros > longestMicros) {
                    longest = i;
                    longestMicros = micros;
                }
            }
        }
        if (longest >= 0 && standings.get(longest) instanceof Counted counted) {
            tell(asked.get(longest), counted);
        }
    }

    private void tell(Asked asked, Counted counted) {
        String rule = ofFiles.of(counted.limit());
        // The store has allowed the first hit of a limit of none, which is over here.
        rejections.denied(
                rule == null ? OF_REQUEST : rule,
                asked.subject(),
                counted.decision().deniedFor(resetAfterMicros(counted)));
    }

    /** As Envoy is told. */
    private static long resetAfterMicros(Counted counted) {
        return Math.max(1, counted.counting().resetAfterMicros(counted.decision()));
    }
}
