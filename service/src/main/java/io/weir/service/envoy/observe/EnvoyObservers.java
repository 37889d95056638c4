package io.weir.service.envoy.observe;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.metrics.subjects.DecisionListener;
import io.weir.policyfile.internal.envoy.Domains;
import io.weir.service.envoy.decide.DescriptorOutcome;
import io.weir.service.envoy.decide.RequestedDescriptor;
import java.util.List;

/** Shows Envoy's calls to operators: in meters of their own, and to the observers of every decided request. */
public final class EnvoyObservers {

    private final DescriptorMeters meters;
    private final DecisionListener observers;
    private final DescriptorVerdict.Names names = new DescriptorVerdict.Names();

    public EnvoyObservers(MeterRegistry registry, DecisionListener observers) {
        this.meters = new DescriptorMeters(registry);
        this.observers = observers;
    }

    /** Prepares meters and names for the limits of new files. Called by one thread at a time. */
    public void use(Domains domains) {
        meters.use(domains);
        names.use(domains);
    }

    /** Counts a call with a text that is not UTF-8. */
    public void sawBrokenText() {
        meters.countBrokenText();
    }

    /** Counts a call whose message is too large to be read. */
    public void sawTooLarge() {
        meters.countTooLarge();
    }

    /** Counts a decided call, and shows it to the observers. */
    public void saw(List<RequestedDescriptor> descriptors, List<DescriptorOutcome> outcomes) {
        meters.count(outcomes);
        observers.decided(DescriptorVerdict.of(descriptors, outcomes, names));
    }
}
