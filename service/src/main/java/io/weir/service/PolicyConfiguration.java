package io.weir.service;

import io.weir.document.spi.Document;
import io.weir.live.FileDocument;
import io.weir.live.FollowedPolicy;
import io.weir.live.LivePolicy;
import io.weir.live.LivePolicyConfig;
import io.weir.live.MemoryDocument;
import io.weir.live.WatchedPolicy;
import io.weir.metrics.PolicyMetrics;
import io.weir.policy.Gate;
import io.weir.policyfile.PolicyReader;
import io.weir.service.api.MeApi;
import io.weir.service.api.PolicyApi;
import io.weir.service.api.PolicyCheckApi;
import io.weir.service.api.RulesApi;
import io.weir.service.guard.audit.AuditedChanges;
import io.weir.service.live.Pulse;
import io.weir.service.observe.PolicyHealth;
import io.weir.time.Scheduler;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Brings the gate its policy, and lets administrators change it. */
@Configuration(proxyBeanMethods = false)
class PolicyConfiguration {

    @Bean
    FollowedPolicy policySource(ServiceSettings settings, Gate gate, SharedRedis redis) throws IOException {
        PolicySettings policy = settings.policy();
        PolicyReader reader = PolicyReader.create();
        if (policy.source() == PolicySettings.Source.FILE) {
            return WatchedPolicy.start(policy.policy().orElseThrow(), reader, policy.most(), gate::replace);
        }
        Optional<Path> dataDir = policy.dataDir();
        Document document = redis.store()
                .map(store -> store.document("policy"))
                .or(() -> dataDir.map(FileDocument::new))
                .orElseGet(MemoryDocument::new);
        LivePolicyConfig config = LivePolicyConfig.of(document, reader).withMode(policy.most());
        if (redis.store().isPresent() && dataDir.isPresent()) {
            config = config.withCopyIn(dataDir.get());
        }
        if (policy.policy().isPresent()) {
            config = config.withSeed(PolicyFiles.read(policy.policy().get()));
        }
        return LivePolicy.start(config, gate::replace);
    }

    @Bean
    PolicyMetrics<FollowedPolicy> policyMetrics(FollowedPolicy source) {
        return new PolicyMetrics<>(
                source,
                each -> each.status().document().version(),
                each -> each.reloads().done(),
                each -> each.reloads().failed());
    }

    @Bean
    PolicyApi policyApi(FollowedPolicy source, Gate gate, ServiceSettings settings, AuditedChanges audit) {
        return new PolicyApi(source, gate, settings.access(), audit);
    }

    @Bean
    PolicyCheckApi policyCheckApi(FollowedPolicy source, ServiceSettings settings) {
        return new PolicyCheckApi(source, settings.access(), Scheduler.system());
    }

    @Bean
    RulesApi rulesApi(FollowedPolicy source, Pulse pulse, ServiceSettings settings) {
        return new RulesApi(source, pulse, settings.access());
    }

    @Bean
    MeApi meApi(FollowedPolicy source, ServiceSettings settings) {
        return new MeApi(settings, source);
    }

    @Bean
    PolicyHealth policyHealthIndicator(FollowedPolicy source, ServiceSettings settings) {
        return new PolicyHealth(source, settings.policy().unread());
    }
}
