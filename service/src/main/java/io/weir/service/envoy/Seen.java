package io.weir.service.envoy;

import io.weir.policyfile.envoy.Domains;
import java.util.List;

/** What operators see of Envoy's calls. */
record Seen(DescriptorMeters meters, DescriptorSubjects subjects) {

    void use(Domains domains) {
        meters.use(domains);
        subjects.use(domains);
    }

    /** A call has a text that is not UTF-8. */
    void sawBrokenText() {
        meters.countBrokenText();
    }

    /** A call has a message that is too large to be read. */
    void sawTooLarge() {
        meters.countTooLarge();
    }

    /** A call was decided so. */
    void saw(List<Asked> asked, List<Standing> standings) {
        meters.count(standings);
        subjects.saw(asked, standings);
    }
}
