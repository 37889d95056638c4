package io.weir.service.envoy;

import io.weir.policyfile.envoy.Domains;
import java.util.List;

/** What operators see of Envoy's calls. */
record Seen(DescriptorMeters meters, DescriptorSubjects subjects) {

    void use(Domains domains) {
        meters.use(domains);
        subjects.use(domains);
    }

    /** A call was decided so. */
    void saw(List<Asked> asked, List<Standing> standings) {
        meters.count(standings);
        subjects.saw(asked, standings);
    }
}
