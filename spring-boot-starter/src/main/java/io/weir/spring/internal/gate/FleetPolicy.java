package io.weir.spring.internal.gate;

import io.weir.document.spi.Document;
import io.weir.live.LivePolicy;
import io.weir.live.LivePolicyConfig;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policyfile.PolicyReader;
import io.weir.spring.internal.settings.InvalidSettingException;
import java.util.Optional;

/** Follows the policy that all applications on the same Redis share and that is changed while they run. */
final class FleetPolicy {

    private FleetPolicy() {}

    /**
     * The application's own policy is in force as long as there is no policy to follow; its mode caps the mode of every
     * rule here.
     */
    static LivePolicy follow(Policy own, PolicyReader reader, Gate gate, Optional<OpenedStore> opened) {
        Document document = opened.flatMap(OpenedStore::policy)
                .orElseThrow(() -> new InvalidSettingException(
                        "rate-limit.follow",
                        "the policy to follow is in the Redis of the counters; write its address in rate-limit.store"));
        return LivePolicy.start(
                LivePolicyConfig.of(document, reader).withFallback(own),
                policy -> gate.replace(policy.withMode(policy.mode().and(own.mode()))));
    }
}
