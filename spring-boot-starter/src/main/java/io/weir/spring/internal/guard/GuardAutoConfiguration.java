package io.weir.spring.internal.guard;

import io.weir.spring.internal.caller.CallerAutoConfiguration;
import io.weir.spring.internal.settings.InvalidSettingException;
import io.weir.spring.internal.settings.RateLimitProperties;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** API keys in the application's database. */
@AutoConfiguration(
        before = CallerAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration"
        })
@ConditionalOnProperty(prefix = GuardAutoConfiguration.KEYS, name = "enabled", havingValue = "true")
@EnableConfigurationProperties(RateLimitProperties.class)
final class GuardAutoConfiguration {

    static final String KEYS = "rate-limit.guard.keys";

    private static final String DATABASE = "io.weir.guard.jdbc.GuardDatabase";
    private static final String SECURITY = "org.springframework.security.config.BeanIds";

    /** Loaded only with weir-guard-jdbc, to which no other class of the starter but the health refers. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = DATABASE)
    @Import(GuardBeans.class)
    static final class OnDatabase {}

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingClass(DATABASE)
    static final class WithoutDatabase {

        WithoutDatabase() {
            throw new InvalidSettingException(
                    KEYS + ".enabled",
                    "API keys in a database need the dependency io.weir:weir-guard-jdbc, which the application does not"
                            + " have; add it to the build, or write false");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingClass(SECURITY)
    @ConditionalOnProperty(prefix = KEYS, name = "authenticate", havingValue = "true")
    static final class WithoutSecurity {

        WithoutSecurity() {
            throw new InvalidSettingException(
                    KEYS + ".authenticate",
                    "API keys authenticate requests in Spring Security, which the application does not have; add"
                            + " spring-boot-starter-security to the build, or write false");
        }
    }
}
