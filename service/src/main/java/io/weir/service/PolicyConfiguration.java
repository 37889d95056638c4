package io.weir.service;

import io.weir.live.Following;
import io.weir.live.Home;
import io.weir.live.PolicySource;
import io.weir.live.WatchedPolicy;
import io.weir.metrics.PolicyMetrics;
import io.weir.policy.Gate;
import io.weir.policyfile.PolicyReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Brings the gate its policy, and lets administrators change it. */
@Configuration(proxyBeanMethods = false)
class PolicyConfiguration {

    @Bean
    PolicySource policySource(ServiceSettings settings, Gate gate, SharedRedis redis) throws IOException {
        PolicySettings policy = settings.policy();
        PolicyReader reader = PolicyReader.create();
        if (policy.source() == PolicySettings.Source.FILE) {
            return WatchedPolicy.start(policy.policy().orElseThrow(), reader, gate::replace);
        }
        Optional<Path> dataDir = policy.dataDir();
        Home home = redis.store().map(Home::in).or(() -> dataDir.map(Home::in)).orElseGet(Home::inMemory);
        Following following = Following.of(home, reader);
        if (redis.store().isPresent() && dataDir.isPresent()) {
            following = following.withCopyIn(dataDir.get());
        }
        if (policy.policy().isPresent()) {
            following = following.withSeed(PolicyFiles.read(policy.policy().get()));
        }
        return following.start(gate::replace);
    }

    @Bean
    PolicyMetrics<PolicySource> policyMetrics(PolicySource source) {
        return new PolicyMetrics<>(
                source,
                each -> each.standing().document().version(),
                each -> each.reloads().done(),
                each -> each.reloads().failed());
    }

    @Bean
    PolicyApi policyApi(PolicySource source, Gate gate, ServiceSettings settings) {
        return new PolicyApi(source, gate, settings.access());
    }

    @Bean
    PolicyHealth policyHealthIndicator(PolicySource source, ServiceSettings settings) {
        return new PolicyHealth(source, settings.policy().unread());
    }
}
