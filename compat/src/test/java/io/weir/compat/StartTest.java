package io.weir.compat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.weir.policy.rule.Caller;
import io.weir.policy.Classifier;
import io.weir.policy.rule.CountBy;
import io.weir.policy.Policy;
import io.weir.policy.rule.Rule;
import io.weir.limit.Limit;
import io.weir.spring.ApiKeys;
import io.weir.spring.KnownKey;
import io.weir.spring.RateLimited;
import io.weir.memory.MemoryStore;
import io.weir.spring.login.LoginProtection;
import io.weir.store.Store;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Startup of an application, and its failures. */
final class StartTest {

    private static RunningApp start(Class<?> application, String configuration, String... options) {
        String[] bare = {ServletShop.TYPE, OpenShop.NO_SECURITY};
        return RunningApp.start(
                application, configuration, Stream.concat(Stream.of(bare), Stream.of(options)).toArray(String[]::new));
    }

    /** Returns the output of an application that fails to start. */
    private static String complaint(Runnable start) {
        PrintStream before = System.out;
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
        try {
            assertThat(catchThrowable(start::run)).isNotNull();
        } finally {
            System.setOut(before);
        }
        return output.toString(StandardCharsets.UTF_8);
    }

    @Test
    void reportsEveryMistakeOfThePolicyAndDoesNotStart() {
        assertThat(complaint(() -> start(OpenShop.class, "instance,mistakes")))
                .contains("The rate limit policy is invalid:")
                .contains("classpath:mistakes.yml:3:14: unknown key \"capcity\"; did you mean \"capacity\"?")
                .contains("classpath:mistakes.yml:6:30: refill-rate must be a whole number")
                .contains("classpath:mistakes.yml:8:16: Cannot read the limit \"10/fortnight\"")
                .contains("Correct the policy at the places listed.");
    }

    static class Reports {

        @RateLimited("reports")
        public String report() {
            return "report";
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Reports.class)
    static class WithReports {}

    @Test
    void doesNotStartWithAMethodThatNamesNoRule() {
        assertThat(complaint(() -> start(WithReports.class, "instance")))
                .contains("@RateLimited on io.weir.compat.StartTest.Reports.report: there is no rule \"reports\"");
    }

    @Test
    void doesNotStartWithAMethodWithoutTheKeyByWhichItsRuleCounts() {
        String[] rule = {
            "--rate-limit.rules[0].name=reports",
            "--rate-limit.rules[0].limit=2/h",
            "--rate-limit.rules[0].match.key=*",
            "--rate-limit.rules[0].per=key"
        };
        assertThat(complaint(() -> start(WithReports.class, "instance", rule)))
                .contains("StartTest.Reports.report: its rule counts by key, but the annotation has none");
    }

    @Test
    void doesNotStartReactiveWithAMethodThatCannotKnowItsRequest() {
        String[] rule = {"--rate-limit.rules[0].name=reports", "--rate-limit.rules[0].limit=2/h"};
        String byUser = "--rate-limit.rules[0].per=user";
        String together = "--rate-limit.rules[0].per=global";
        start(WithReports.class, "instance", rule[0], rule[1], byUser).close();
        RunningApp.start(WithReactiveReports.class, "instance", ReactiveShop.TYPE, rule[0], rule[1], together).close();
        assertThat(complaint(() -> RunningApp.start(
                        WithReactiveReports.class, "instance", ReactiveShop.TYPE, rule[0], rule[1], byUser)))
                .contains("@RateLimited on io.weir.compat.StartTest.Reports.report: its rule counts by the request");
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Reports.class, NettyServer.class})
    static class WithReactiveReports {}

    @Test
    void logsRulesModeAndStoreInOneLine() {
        PrintStream before = System.out;
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
        String[] rules = {"--rate-limit.global.refill-rate=10", "--rate-limit.endpoints./slow.refill-rate=5"};
        try {
            start(OpenShop.class, "instance", rules[0], rules[1], "--logging.level.io.weir.spring=info").close();
        } finally {
            System.setOut(before);
        }
        assertThat(output.toString(StandardCharsets.UTF_8))
                .contains("Rate limits: 2 rules (global, /slow); mode enforce; counters in the memory of this process");
    }

    @Test
    void doesNotStartWithKeysThatLackAPepperOrADatabase() {
        String keys = "--rate-limit.guard.keys.enabled=true";
        String pepper = "--rate-limit.guard.pepper=" + "0a".repeat(32);
        assertThat(complaint(() -> start(OpenShop.class, "instance", keys)))
                .contains("rate-limit.guard.pepper: API keys, logins and proofs of work need a secret that is not in the database");
        assertThat(complaint(() -> start(OpenShop.class, "instance", keys, pepper)))
                .contains("rate-limit.guard.keys.enabled: API keys are kept in the application's database, but there is no")
                .doesNotContain("0a0a");
    }

    @Test
    void limitsNothingIfDisabled() {
        try (RunningApp app = start(
                OpenShop.class, "instance", "--rate-limit.enabled=false", "--rate-limit.global.refill-rate=1")) {
            assertThat(app.statuses(5, "/api/x")).containsOnly(200);
            assertThat(app.context().getBeansOfType(Store.class)).isEmpty();
            assertThat(app.context().getBean(LoginProtection.class).secondFactor("ann", () -> true)).isTrue();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({ShopController.class, ShopService.class})
    static class OwnParts {

        @Bean
        Store store() {
            return new MemoryStore();
        }

        @Bean
        Policy policy() {
            return Policy.of(Rule.of("mine", Limit.parse("2/h")).per(CountBy.CALLER));
        }

        @Bean
        ApiKeys keys() {
            return secret -> Optional.of(KnownKey.of(secret + "-id"));
        }

        @Bean
        Classifier classifier() {
            return request -> request.path().equals("/api/named") ? request.withCaller(Caller.user("named")) : request;
        }
    }

    @Test
    void everyPartCanBeReplacedByABean() {
        try (RunningApp app = start(OwnParts.class, "instance", "--rate-limit.headers.dialects=ratelimit,draft")) {
            assertThat(app.statuses(3, "/api/x", "X-API-Key", "a")).containsExactly(200, 200, 429);
            assertThat(app.statuses(1, "/api/x", "X-API-Key", "b")).containsExactly(200);
            assertThat(app.statuses(3, "/api/named", "X-API-Key", "c")).containsExactly(200, 200, 429);
            assertThat(app.get("/api/y", "X-API-Key", "d").headers().map())
                    .containsKeys("ratelimit-limit", "ratelimit-policy", "ratelimit")
                    .doesNotContainKey("x-ratelimit-limit");
        }
    }
}
