package io.weir.service.subject;

import io.weir.guard.block.BlockRegistry;
import io.weir.live.FollowedPolicy;
import io.weir.policy.Gate;
import io.weir.service.ServiceSettings;
import io.weir.service.guard.ServiceGuard;
import io.weir.service.guard.audit.AuditedChanges;
import io.weir.service.guard.login.ServiceLogins;
import io.weir.service.observe.Observability;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The beans for what is kept of a person. */
@Configuration(proxyBeanMethods = false)
public class PrivacyConfiguration {

    @Bean
    KeptKeys keptKeys(ServiceGuard guard) {
        return new KeptKeys(guard);
    }

    @Bean
    KeptOverrides keptOverrides(FollowedPolicy policy) {
        return new KeptOverrides(policy);
    }

    @Bean
    KeptBlocks keptBlocks(BlockRegistry blocks) {
        return new KeptBlocks(blocks);
    }

    @Bean
    KeptFailures keptFailures(Gate gate, ServiceLogins logins) {
        return new KeptFailures(gate, logins);
    }

    @Bean
    KeptCounters keptCounters(Gate gate, Observability observability) {
        return new KeptCounters(gate, observability.rejections().recent());
    }

    @Bean
    KeptRows keptRows(ServiceGuard guard, ServiceLogins logins) {
        return new KeptRows(guard, logins);
    }

    /** Spring lists the places in the order of their methods here. */
    @Bean
    PersonalDataApi personalDataApi(Gate gate, List<KeptPlace> places, ServiceSettings settings, AuditedChanges audit) {
        return new PersonalDataApi(gate, places, settings.access(), audit);
    }
}
