package io.weir.spring.internal.gate;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import io.weir.http.ChallengeListener;
import io.weir.http.HttpGate;
import io.weir.http.RequestReader;
import io.weir.http.Responder;
import io.weir.live.LivePolicy;
import io.weir.metrics.ChallengeMeters;
import io.weir.metrics.CheckObservations;
import io.weir.metrics.FailedLogins;
import io.weir.metrics.GateMeters;
import io.weir.metrics.PolicyMetrics;
import io.weir.metrics.subjects.RejectionLog;
import io.weir.metrics.subjects.SubjectNames;
import io.weir.metrics.subjects.TopSubjects;
import io.weir.policy.Blocks;
import io.weir.policy.Classifier;
import io.weir.policy.Gate;
import io.weir.policy.GateListener;
import io.weir.policy.Policy;
import io.weir.policy.challenge.Challenge;
import io.weir.policy.rule.Cost;
import io.weir.policy.spi.CheckTracer;
import io.weir.policyfile.PolicyReader;
import io.weir.spring.Callers;
import io.weir.spring.internal.caller.PresentedKeys;
import io.weir.spring.internal.caller.TokenClaims;
import io.weir.spring.internal.caller.VerifiedCallers;
import io.weir.spring.internal.settings.ConfiguredPolicy;
import io.weir.spring.internal.settings.RateLimitProperties;
import io.weir.spring.internal.settings.WebSettings;
import io.weir.store.Store;
import io.weir.time.TimeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.io.ResourceLoader;
import org.springframework.util.ClassUtils;

/** The beans that every application needs, whatever its web stack. A bean of the application replaces the one defined here. */
@AutoConfiguration
@ConditionalOnProperty(prefix = RateLimitProperties.PREFIX, name = "enabled", matchIfMissing = true)
@EnableConfigurationProperties(RateLimitProperties.class)
public final class RateLimitAutoConfiguration {

    /** The logger of the gate, because denials of the gate are logged. */
    private static final Log LOG = LogFactory.getLog(Gate.class);

    private static final String CLAIMS = "org.springframework.security.oauth2.core.ClaimAccessor";

    @Bean
    @ConditionalOnMissingBean(Store.class)
    OpenedStore rateLimitOpenedStore(RateLimitProperties settings, ObjectProvider<MeterRegistry> meters) {
        return OpenedStore.of(settings, Optional.ofNullable(meters.getIfAvailable()));
    }

    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    Store rateLimitStore(OpenedStore opened) {
        return opened.store();
    }

    @Bean
    @ConditionalOnMissingBean
    PolicyReader rateLimitPolicyReader(ObjectProvider<Cost.Computed> costs) {
        PolicyReader reader = PolicyReader.create();
        for (Cost.Computed cost : costs) {
            reader = reader.withCost(cost);
        }
        return reader;
    }

    @Bean
    @ConditionalOnMissingBean
    Policy rateLimitPolicy(
            RateLimitProperties settings,
            PolicyReader reader,
            ConfigurableEnvironment environment,
            ResourceLoader resources) {
        return new ConfiguredPolicy(reader, environment, resources).read(Optional.ofNullable(settings.policyFile()));
    }

    @Bean
    RuleCounts rateLimitRuleCounts() {
        return new RuleCounts();
    }

    @Bean
    TopSubjects rateLimitTopSubjects(RateLimitProperties settings) {
        return new TopSubjects(settings.showSubjects() ? SubjectNames.SHOWN : SubjectNames.HASHED);
    }

    @Bean
    GateObservers rateLimitWatch(
            RateLimitProperties settings,
            RuleCounts counts,
            TopSubjects subjects,
            ObjectProvider<MeterRegistry> meters,
            ObjectProvider<ObservationRegistry> observations) {
        ObservationRegistry traced = settings.tracing() ? observations.getIfAvailable() : null;
        GateListener listener = subjects.and(counts::judged)
                .and(new RejectionLog(subjects.names(), rejection -> LOG.info(rejection.toString())))
                .and(new UnknownTierLog(LOG::warn));
        MeterRegistry registry = meters.getIfAvailable();
        return new GateObservers(
                registry == null ? listener : listener.and(new GateMeters(registry)),
                traced == null ? CheckTracer.NONE : new CheckObservations(traced));
    }

    @Bean
    @ConditionalOnMissingBean
    Gate rateLimitGate(Policy policy, Store store, GateObservers observers, ObjectProvider<Blocks> blocks) {
        Gate gate = observers.gate(policy, store);
        Blocks given = blocks.getIfAvailable();
        return given == null ? gate : gate.withBlocks(given, TimeSource.system());
    }

    @Bean
    StartupLog rateLimitStartLine(
            Gate gate, Store store, RateLimitProperties settings, ObjectProvider<OpenedStore> opened) {
        return new StartupLog(gate, store, settings, opened.getIfAvailable() == null);
    }

    @Bean
    @ConditionalOnProperty(prefix = RateLimitProperties.PREFIX, name = "follow", havingValue = "true")
    LivePolicy rateLimitLivePolicy(Policy own, PolicyReader reader, Gate gate, ObjectProvider<OpenedStore> opened) {
        return FleetPolicy.follow(own, reader, gate, Optional.ofNullable(opened.getIfAvailable()));
    }

    @Bean
    PolicyMetrics<?> rateLimitPolicyMetrics(ObjectProvider<LivePolicy> live) {
        LivePolicy followed = live.getIfAvailable();
        return followed == null
                ? PolicyMetrics.fixed()
                : new PolicyMetrics<>(
                        followed,
                        each -> each.status().document().version(),
                        each -> each.reloads().done(),
                        each -> each.reloads().failed());
    }

    @Bean
    @ConditionalOnMissingBean
    Responder rateLimitResponder(RateLimitProperties settings) {
        return Responder.of(WebSettings.headerStyle(settings.headers()));
    }

    @Bean
    @ConditionalOnMissingBean
    Callers rateLimitCallers(RateLimitProperties settings, PresentedKeys keys) {
        boolean tokens = ClassUtils.isPresent(CLAIMS, getClass().getClassLoader());
        return new VerifiedCallers(settings, keys, tokens ? new TokenClaims() : principal -> Map.of());
    }

    @Bean
    @ConditionalOnMissingBean
    HttpGate rateLimitHttpGate(
            RateLimitProperties settings,
            Gate gate,
            RequestReader reader,
            Responder responder,
            ObjectProvider<Classifier> classifiers,
            ObjectProvider<Challenge> challenges,
            ObjectProvider<ChallengeListener> challengeListeners,
            ObjectProvider<MeterRegistry> meters) {
        MeterRegistry registry = meters.getIfAvailable();
        HttpGate http = new HttpGate(gate, reader, responder, WebSettings.holding(settings))
                .withStatuses(registry == null ? status -> {} : new FailedLogins(registry));
        List<Classifier> all = classifiers.orderedStream().toList();
        HttpGate classifying = all.isEmpty() ? http : http.withClassifier(Classifier.of(all));
        Challenge challenge = challenges.getIfAvailable();
        if (challenge == null) {
            return classifying;
        }
        List<ChallengeListener> listeners =
                new ArrayList<>(challengeListeners.orderedStream().toList());
        if (registry != null) {
            listeners.add(new CountedChallenges(new ChallengeMeters(registry)));
        }
        return classifying.withChallenge(challenge, ChallengeListener.of(listeners));
    }
}
