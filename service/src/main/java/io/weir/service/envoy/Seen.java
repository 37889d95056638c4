package io.weir.service.envoy;

import io.weir.metrics.subjects.DecisionListener;
import io.weir.policyfile.internal.envoy.Domains;
import java.util.List;

/** What operators see of Envoy's calls: meters of their own, and what observers see of every decided request. */
record Seen(DescriptorMeters meters, DecisionListener observers, DescriptorVerdict.Names names) {

    Seen(DescriptorMeters meters, DecisionListener observers) {
        this(meters, observers, new DescriptorVerdict.Names());
    }

    void use(Domains domains) {
        meters.use(domains);
        names.use(domains);
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
        observers.decided(DescriptorVerdict.of(asked, standings, names));
    }
}
