package io.weir.spring.internal.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.classify.IpAddress;
import io.weir.guard.bot.BotClassifier;
import io.weir.http.HttpGate;
import io.weir.policy.Gate;
import io.weir.policy.challenge.Challenge;
import io.weir.policy.challenge.ChallengeAnswer;
import io.weir.policy.challenge.ChallengeOutcome;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.spring.internal.caller.CallerAutoConfiguration;
import io.weir.spring.internal.gate.RateLimitAutoConfiguration;
import io.weir.spring.internal.settings.InvalidSettingException;
import io.weir.spring.internal.settings.RateLimitProperties;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

final class ChallengeBeansTest {

    private static final String CHALLENGE = "rate-limit.guard.challenge.";
    private static final String RECAPTCHA = "rate-limit.recaptcha.";

    private static void with(Map<String, Object> properties, Consumer<AnnotationConfigApplicationContext> test) {
        Map<String, Object> all = new HashMap<>(properties);
        all.put("rate-limit.global.refill-rate", "100");
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("test", all));
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            context.setEnvironment(environment);
            context.registerBean(SimpleMeterRegistry.class);
            context.register(
                    RateLimitAutoConfiguration.class,
                    CallerAutoConfiguration.class,
                    ChallengeAutoConfiguration.class,
                    BotScoreAutoConfiguration.class);
            context.refresh();
            test.accept(context);
        }
    }

    private static String provider(AnnotationConfigApplicationContext context) {
        return context.getBean(Challenge.class).offer("login").provider();
    }

    @Test
    void withoutSettingsThereIsNoChallengeAndNoScore() {
        with(Map.of(), context -> {
            assertThatThrownBy(() -> context.getBean(Challenge.class))
                    .isInstanceOf(NoSuchBeanDefinitionException.class);
            assertThatThrownBy(() -> context.getBean(BotClassifier.class))
                    .isInstanceOf(NoSuchBeanDefinitionException.class);
        });
    }

    @Test
    void recaptchaNeedsItsTwoKeysOnly() {
        with(
                Map.of(
                        RECAPTCHA + "site-key",
                        "site",
                        RECAPTCHA + "secret-key",
                        "hidden",
                        RECAPTCHA + "threshold",
                        "0.7"),
                context -> {
                    assertThat(provider(context)).isEqualTo("recaptcha");
                    assertThat(context.getBean(Challenge.class).offer("login").siteKey())
                            .hasValue("site");
                    assertThat(context.getBean(RateLimitProperties.class).toString())
                            .doesNotContain("hidden");
                });
    }

    @Test
    void everyProviderHasAName() {
        for (String name : new String[] {"recaptcha", "hcaptcha", "turnstile"}) {
            with(
                    Map.of(
                            CHALLENGE + "provider",
                            name,
                            CHALLENGE + "site-key",
                            "site",
                            CHALLENGE + "secret",
                            "hidden"),
                    context -> {
                        assertThat(provider(context)).isEqualTo(name);
                        assertThat(context.getBean(RateLimitProperties.class).toString())
                                .doesNotContain("hidden");
                    });
        }
        with(Map.of(CHALLENGE + "provider", "proof-of-work"), context -> {
            assertThat(provider(context)).isEqualTo("proof-of-work");
            assertThat(context.getBean(HttpGate.class)).isNotNull();
            assertThat(context.getBean(SimpleMeterRegistry.class)
                            .get("api.captcha.solved")
                            .counter()
                            .count())
                    .isZero();
        });
    }

    @Test
    void aProofOfWorkMayTakeThePlaceOfAProviderThatIsDown() {
        with(
                Map.of(
                        CHALLENGE + "provider",
                        "turnstile",
                        CHALLENGE + "site-key",
                        "site",
                        CHALLENGE + "secret",
                        "hidden",
                        CHALLENGE + "on-provider-failure",
                        "proof-of-work"),
                context -> assertThat(provider(context)).isEqualTo("turnstile"));
    }

    private static void requireMistake(Map<String, Object> properties, String message) {
        assertThatThrownBy(() -> with(properties, context -> {}))
                .rootCause()
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining(message)
                .hasMessageNotContaining("hidden");
    }

    @Test
    void mistakesNameTheSetting() {
        requireMistake(Map.of(CHALLENGE + "site-key", "site", CHALLENGE + "secret", "hidden"), CHALLENGE + "provider");
        requireMistake(Map.of(CHALLENGE + "provider", "turnstile"), CHALLENGE + "site-key");
        requireMistake(Map.of(RECAPTCHA + "site-key", "site"), RECAPTCHA + "secret-key");
        requireMistake(
                Map.of(
                        CHALLENGE + "provider",
                        "turnstile",
                        CHALLENGE + "site-key",
                        "site",
                        CHALLENGE + "secret",
                        "hidden",
                        CHALLENGE + "url",
                        "http://example.com/"),
                "https://");
        requireMistake(
                Map.of(CHALLENGE + "provider", "proof-of-work", RECAPTCHA + "site-key", "site"), "remove one of them");
    }

    @Test
    void wordsOfThePolicyBelowGuardAreReadAndScoresFollowThem() {
        Map<String, Object> properties = Map.of(
                "rate-limit.guard.bot-scores",
                "true",
                "rate-limit.guard.bots.honeypots[0]",
                "/trap",
                "rate-limit.guard.bots.certain.limit",
                "5/min");
        with(properties, context -> {
            assertThat(context.getBean(Gate.class).policy().rules())
                    .extracting(Rule::name)
                    .containsExactly("global", "bots-certain");
            Request trap = Request.of("GET", "/trap")
                    .withAddress(IpAddress.parse("192.0.2.1").orElseThrow());
            assertThat(context.getBean(BotClassifier.class).classify(trap).fact("bot"))
                    .hasValue("certain");
            assertThat(context.getBean(SimpleMeterRegistry.class)
                            .get("api.bot.detected")
                            .tag("band", "certain")
                            .counter()
                            .count())
                    .isEqualTo(1);
        });
    }

    @Test
    void aWrongAnswerNeverPasses() {
        with(
                Map.of(CHALLENGE + "provider", "proof-of-work"),
                context -> assertThat(context.getBean(Challenge.class)
                                .verify(ChallengeAnswer.of("guess", "login"))
                                .toCompletableFuture()
                                .join())
                        .isEqualTo(ChallengeOutcome.INVALID));
    }
}
