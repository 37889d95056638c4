package io.weir.spring.internal.caller;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.classify.spi.BypassAttempt;
import io.weir.http.RequestReader;
import io.weir.metrics.BypassAttempts;
import io.weir.spring.ApiKeys;
import io.weir.spring.internal.settings.RateLimitProperties;
import io.weir.spring.internal.settings.WebSettings;
import java.util.function.Consumer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.ConfigurableEnvironment;

/** The API keys of callers and where requests present them. They exist also if nothing is limited, since keys may authenticate. */
@AutoConfiguration
@EnableConfigurationProperties(RateLimitProperties.class)
public final class CallerAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    ApiKeys rateLimitApiKeys(RateLimitProperties settings) {
        return new ConfiguredApiKeys(settings.apiKeys());
    }

    @Bean
    @ConditionalOnMissingBean
    RequestReader rateLimitRequestReader(
            RateLimitProperties settings, ConfigurableEnvironment environment, ObjectProvider<MeterRegistry> meters) {
        return WebSettings.requestReader(settings, environment).withAttempts(attempts(meters));
    }

    @Bean
    PresentedKeys rateLimitPresentedKeys(
            RateLimitProperties settings, ApiKeys keys, RequestReader reader, ObjectProvider<MeterRegistry> meters) {
        return new PresentedKeys(settings, keys, reader, attempts(meters));
    }

    private static Consumer<BypassAttempt> attempts(ObjectProvider<MeterRegistry> meters) {
        MeterRegistry registry = meters.getIfAvailable();
        return registry == null ? attempt -> {} : new BypassAttempts(registry)::count;
    }
}
