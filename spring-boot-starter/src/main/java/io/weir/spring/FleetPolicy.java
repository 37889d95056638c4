package io.weir.spring;

import io.weir.live.Following;
import io.weir.live.Home;
import io.weir.live.LivePolicy;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policyfile.PolicyReader;
import io.weir.redis.RedisStore;
import java.util.Optional;

/** The policy that all on the same Redis have, and that is changed for all of them while they run. */
final class FleetPolicy {

    private FleetPolicy() {}

    /** With the application's own as long as there is none; its mode stays the most that any rule may do here. */
    static LivePolicy follow(Policy own, PolicyReader reader, Gate gate, Optional<OpenedStore> opened) {
        RedisStore redis = opened.flatMap(OpenedStore::redis)
                .orElseThrow(() -> new InvalidSettingException(
                        "rate-limit.follow",
                        "the policy to follow is in the Redis of the counters; write its address in rate-limit.store"));
        return Following.of(Home.in(redis), reader)
                .withFallback(own)
                .start(policy -> gate.replace(policy.withMode(policy.mode().and(own.mode()))));
    }
}
