package io.weir.spring.internal.guard;

import io.weir.spring.internal.settings.InvalidSettingException;
import io.weir.spring.internal.settings.RateLimitProperties;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Scores of bots, as facts that rules read. */
@AutoConfiguration
@ConditionalOnProperty(prefix = "rate-limit.guard", name = "bot-scores", havingValue = "true")
@EnableConfigurationProperties(RateLimitProperties.class)
final class BotScoreAutoConfiguration {

    private static final String GUARD = "io.weir.guard.bot.BotClassifier";

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = GUARD)
    @Import(BotScoreBeans.class)
    static final class OnGuard {}

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingClass(GUARD)
    static final class WithoutGuard {

        WithoutGuard() {
            throw new InvalidSettingException(
                    "rate-limit.guard.bot-scores",
                    "scores of bots need the dependency io.weir:weir-guard, which the application does not have; add it"
                            + " to the build, or write false");
        }
    }
}
