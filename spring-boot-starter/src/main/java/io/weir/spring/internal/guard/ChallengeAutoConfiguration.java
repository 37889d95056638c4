package io.weir.spring.internal.guard;

import io.weir.spring.internal.settings.InvalidSettingException;
import io.weir.spring.internal.settings.RateLimitProperties;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The challenge of the settings. An application may have a bean {@code Challenge} of its own instead. */
@AutoConfiguration
@Conditional(ChallengeAutoConfiguration.Named.class)
@EnableConfigurationProperties(RateLimitProperties.class)
final class ChallengeAutoConfiguration {

    static final String CHALLENGE = "rate-limit.guard.challenge";
    static final String RECAPTCHA = "rate-limit.recaptcha";

    private static final String GUARD = "io.weir.guard.challenge.Siteverify";

    /** Whether the settings name a challenge, in one form or the other. */
    static final class Named extends AnyNestedCondition {

        Named() {
            super(ConfigurationPhase.PARSE_CONFIGURATION);
        }

        @ConditionalOnProperty(prefix = CHALLENGE, name = "provider")
        static final class ByProvider {}

        @ConditionalOnProperty(prefix = RECAPTCHA, name = "site-key")
        static final class ByRecaptcha {}
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = GUARD)
    @Import(ChallengeBeans.class)
    static final class OnGuard {}

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingClass(GUARD)
    static final class WithoutGuard {

        WithoutGuard() {
            throw new InvalidSettingException(
                    CHALLENGE,
                    "challenges need the dependency io.weir:weir-guard, which the application does not have; add it to"
                            + " the build, or remove the setting");
        }
    }
}
