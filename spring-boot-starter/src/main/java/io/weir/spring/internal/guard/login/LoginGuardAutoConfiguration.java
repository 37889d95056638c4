package io.weir.spring.internal.guard.login;

import io.weir.guard.login.LoginConfig;
import io.weir.guard.login.LoginGuard;
import io.weir.guard.login.LoginListener;
import io.weir.guard.secret.Pepper;
import io.weir.http.HttpGate;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.spring.internal.gate.RateLimitAutoConfiguration;
import io.weir.spring.internal.guard.GuardSettings;
import io.weir.spring.internal.settings.RateLimitProperties;
import io.weir.spring.login.LoginRefusals;
import io.weir.store.Store;
import io.weir.time.TimeSource;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/** The login guard of an application, with or without Spring Security. */
@AutoConfiguration(
        after = RateLimitAutoConfiguration.class,
        afterName = "io.weir.spring.internal.guard.GuardAutoConfiguration")
@ConditionalOnClass(LoginGuard.class)
@EnableConfigurationProperties(RateLimitProperties.class)
final class LoginGuardAutoConfiguration {

    /** Not made unless it is needed, because it needs a pepper. */
    @Bean
    @Lazy
    @ConditionalOnBean(HttpGate.class)
    @ConditionalOnMissingBean
    LoginGuard rateLimitLoginGuard(
            Gate gate,
            Store store,
            RateLimitProperties settings,
            ObjectProvider<Pepper> peppers,
            ObjectProvider<LoginListener> listeners) {
        Pepper pepper = peppers.getIfAvailable(() -> GuardSettings.pepperOrRandom(settings));
        LoginConfig config = LoginConfig.of(pepper, TimeSource.system())
                .withDeviceAge(settings.guard().deviceCookie().age());
        LoginListener all = listeners.orderedStream().reduce(event -> {}, LoginListener::and);
        return LoginGuard.create(gate, store, config.withListener(all));
    }

    /** Exists even if nothing is limited, because applications may refer to what is built on it. */
    @Bean
    GuardedLogins rateLimitGuardedLogins(
            ObjectProvider<HttpGate> http,
            ObjectProvider<LoginGuard> guard,
            RateLimitProperties settings,
            ObjectProvider<LoginRefusals> refusals) {
        return new GuardedLogins(
                Optional.ofNullable(http.getIfAvailable()),
                guard::getObject,
                new DeviceCookieHeader(settings.guard().deviceCookie()),
                refusals.getIfAvailable(() -> (request, decision, usual) -> usual));
    }

    /** Makes the guard at the start if the application's own policy needs it, so that mistakes in its settings are found. */
    @Bean
    @ConditionalOnBean(HttpGate.class)
    SmartInitializingSingleton rateLimitLoginStart(Policy policy, ObjectProvider<LoginGuard> guard) {
        return () -> {
            if (LoginGuard.appliesTo(policy)) {
                guard.getObject();
            }
        };
    }
}
