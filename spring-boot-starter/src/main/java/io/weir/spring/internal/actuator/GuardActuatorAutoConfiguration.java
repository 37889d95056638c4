package io.weir.spring.internal.actuator;

import io.weir.guard.audit.AuditTrail;
import io.weir.guard.block.BlockRegistry;
import io.weir.guard.login.LoginGuard;
import io.weir.guard.pseudonym.Pseudonyms;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** The actuator endpoint of locks and blocks. */
@AutoConfiguration(afterName = "io.weir.spring.internal.guard.login.LoginGuardAutoConfiguration")
@ConditionalOnClass({LoginGuard.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnBean(LoginGuard.class)
final class GuardActuatorAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnAvailableEndpoint
    GuardEndpoint rateLimitGuardEndpoint(
            ObjectProvider<LoginGuard> logins,
            ObjectProvider<BlockRegistry> blocks,
            ObjectProvider<AuditTrail> audit,
            ObjectProvider<Pseudonyms> pseudonyms) {
        return new GuardEndpoint(logins, blocks, audit, pseudonyms);
    }
}
