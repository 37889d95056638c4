package io.weir.spring.internal.guard;

import io.weir.guard.BackgroundThread;
import io.weir.guard.audit.AuditTrail;
import io.weir.guard.audit.AuditTrailConfig;
import io.weir.guard.block.BlockListener;
import io.weir.guard.jdbc.GuardDatabase;
import io.weir.guard.key.admin.AdministrationConfig;
import io.weir.guard.key.admin.KeyAdministration;
import io.weir.guard.key.verify.ApiKeyRegistry;
import io.weir.guard.key.verify.RegistryConfig;
import io.weir.guard.login.LoginListener;
import io.weir.guard.pseudonym.GuardEvents;
import io.weir.guard.pseudonym.Pseudonyms;
import io.weir.guard.secret.Pepper;
import io.weir.metrics.guard.GuardMeters;
import io.weir.spring.ApiKeys;
import io.weir.spring.internal.caller.ConfiguredApiKeys;
import io.weir.spring.internal.settings.RateLimitProperties;
import io.weir.time.TimeSource;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** The guard on the application's DataSource, which stays open when these beans are closed. */
@Configuration(proxyBeanMethods = false)
final class GuardBeans {

    private static final String KEYS_THREAD = "rateLimitKeysThread";
    private static final String AUDIT_THREAD = "rateLimitAuditThread";

    @Bean
    @ConditionalOnMissingBean
    Pepper rateLimitPepper(RateLimitProperties settings) {
        return GuardSettings.pepper(settings.guard());
    }

    /** Made after the application's own migrations, which would refuse a schema that has tables of somebody else already. */
    @Bean
    @ConditionalOnMissingBean
    @DependsOnDatabaseInitialization
    GuardDatabase rateLimitGuardDatabase(
            ObjectProvider<DataSource> dataSources,
            Pepper pepper,
            RateLimitProperties settings,
            Environment environment) {
        return GuardSettings.open(
                dataSources.getIfAvailable(), pepper, GuardSettings.node(settings.guard(), environment));
    }

    @Bean(KEYS_THREAD)
    BackgroundThread keysThread() {
        return BackgroundThread.named("weir-keys");
    }

    /** A thread of its own, because pruning the audit must not delay the news that a key was revoked. */
    @Bean(AUDIT_THREAD)
    BackgroundThread auditThread() {
        return BackgroundThread.named("weir-audit");
    }

    @Bean
    @ConditionalOnMissingBean
    ApiKeyRegistry rateLimitApiKeyRegistry(
            GuardDatabase database,
            Pepper pepper,
            RateLimitProperties settings,
            @Qualifier(KEYS_THREAD) BackgroundThread thread) {
        RateLimitProperties.Keys keys = settings.guard().keys();
        RegistryConfig config = RegistryConfig.of(pepper, TimeSource.system(), thread)
                .withFormat(GuardSettings.format(keys))
                .withMostStale(keys.mostStale());
        Path snapshot = keys.snapshot();
        return ApiKeyRegistry.start(database.keys(), snapshot == null ? config : config.withSnapshot(snapshot));
    }

    @Bean
    @ConditionalOnMissingBean
    KeyAdministration rateLimitKeyAdministration(
            GuardDatabase database, ApiKeyRegistry registry, Pepper pepper, RateLimitProperties settings) {
        AdministrationConfig config = AdministrationConfig.of(pepper, TimeSource.system())
                .withFormat(GuardSettings.format(settings.guard().keys()));
        return new KeyAdministration(database.keys(), registry, config);
    }

    @Bean
    @ConditionalOnMissingBean
    AuditTrail rateLimitAuditTrail(
            GuardDatabase database, RateLimitProperties settings, @Qualifier(AUDIT_THREAD) BackgroundThread thread) {
        AuditTrailConfig config = AuditTrailConfig.of(TimeSource.system(), thread);
        return AuditTrail.start(
                database.audit(), GuardSettings.keep(settings.guard().audit(), config));
    }

    @Bean
    @ConditionalOnMissingBean
    Pseudonyms rateLimitPseudonyms(
            Pepper pepper, GuardDatabase database, @Qualifier(AUDIT_THREAD) BackgroundThread thread) {
        return Pseudonyms.start(pepper, database.pseudonymKeys(), AuditTrailConfig.of(TimeSource.system(), thread));
    }

    @Bean
    LoginListener rateLimitLoginAudit(AuditTrail audit, Pseudonyms pseudonyms) {
        return event -> audit.record(GuardEvents.of(event, pseudonyms));
    }

    @Bean
    BlockListener rateLimitBlockAudit(AuditTrail audit) {
        return event -> audit.record(GuardEvents.of(event));
    }

    @Bean
    @ConditionalOnMissingBean
    GuardMeters rateLimitGuardMeters(ApiKeyRegistry registry, AuditTrail audit) {
        return GuardMeters.of(registry, audit);
    }

    @Bean
    @ConditionalOnMissingBean
    ApiKeys rateLimitApiKeys(RateLimitProperties settings, ApiKeyRegistry registry, AuditTrail audit) {
        return new RegisteredApiKeys(new ConfiguredApiKeys(settings.apiKeys()), registry, audit);
    }
}
