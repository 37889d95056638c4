package io.weir.spring.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.policy.Policy;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Rule;
import io.weir.policyfile.InvalidPolicyException;
import io.weir.spring.internal.caller.CallerAutoConfiguration;
import io.weir.spring.internal.gate.RateLimitAutoConfiguration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.ClassPathResource;

final class ConfiguredPolicyTest {

    private final StandardEnvironment environment = new StandardEnvironment();

    private ConfiguredPolicyTest yaml(String name) throws Exception {
        new YamlPropertySourceLoader()
                .load(name, new ClassPathResource(name))
                .forEach(environment.getPropertySources()::addLast);
        return this;
    }

    private ConfiguredPolicyTest first(String name, Map<String, Object> properties) {
        environment.getPropertySources().remove(name);
        environment.getPropertySources().addFirst(new MapPropertySource(name, properties));
        return this;
    }

    private Policy read() {
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            context.setEnvironment(environment);
            context.register(RateLimitAutoConfiguration.class, CallerAutoConfiguration.class);
            context.refresh();
            return context.getBean(Policy.class);
        } catch (RuntimeException failure) {
            Throwable cause = failure;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            throw cause instanceof RuntimeException root ? root : failure;
        }
    }

    @Test
    void readsThePlainFormVerbatim() throws Exception {
        Policy policy = yaml("plain.yml").read();
        assertThat(policy.rules())
                .extracting(Rule::name)
                .containsExactly(
                        "global",
                        "anonymous",
                        "tier-free",
                        "tier-premium",
                        "tier-enterprise",
                        "/api/v1/orders",
                        "/api/v1.1/export.csv",
                        "/api/v1/payments");
        assertThat(policy.rules().get(5).limit()).hasToString("100/min burst 150");
        assertThat(policy.tiers()).containsExactly("free", "premium", "enterprise");
    }

    @Test
    void readsTheGeneralForm() throws Exception {
        Policy policy = yaml("general.yml")
                .first("command line", Map.of("login.limit", "7/min"))
                .read();
        assertThat(policy.rules()).extracting(Rule::name).containsExactly("login", "per-tenant", "per-address");
        assertThat(policy.rules().get(0).limit()).hasToString("7/min");
        assertThat(policy.rules().get(0).match().methods()).containsExactlyInAnyOrder("POST", "PUT");
        assertThat(policy.rules().get(1).overrides().keySet()).hasToString("[tenant:acme]");
        assertThat(policy.overrides().keySet()).hasToString("[ip:192.0.2.1]");
        assertThat(policy.bypasses()).hasSize(1);
        assertThat(policy.mode()).isEqualTo(Mode.ENFORCE);
    }

    @Test
    void takesEachPropertyFromTheSourceWithTheHighestPrecedence() throws Exception {
        Policy policy = yaml("plain.yml")
                .first("command line", Map.of("rate-limit.endpoints./api/v1/orders.capacity", "77"))
                .read();
        assertThat(policy.rules().get(5).limit()).hasToString("100/min burst 77");
    }

    @Test
    void anEnvironmentVariableSwitchesLimitsOff() throws Exception {
        environment
                .getPropertySources()
                .addFirst(new SystemEnvironmentPropertySource(
                        "environment",
                        Map.of("RATE_LIMIT_MODE", "off", "RATELIMIT_GLOBAL_REFILLRATE", "5", "RATE_LIMIT_X", "y")));
        Policy policy = yaml("plain.yml").read();
        assertThat(policy.mode()).isEqualTo(Mode.OFF);
        assertThat(policy.rules().get(0).limit()).hasToString("5/min burst 15000");
    }

    @Test
    void reportsAllMistakesWithFileAndLine() {
        assertThatThrownBy(() -> yaml("mistakes.yml")
                        .first("command line", Map.of("rate-limit.mode", "of"))
                        .read())
                .isInstanceOf(InvalidPolicyException.class)
                .hasMessage("""
                        classpath:mistakes.yml:4:14: unknown key "capcity"; did you mean "capacity"?
                        classpath:mistakes.yml:7:25: refill-rate must be a whole number from 1 to 1,000,000,000,000 in plain digits, not "many"
                        classpath:mistakes.yml:9:13: a rule needs a name; write name: login-per-ip
                        classpath:mistakes.yml:9:13: the rule has no "limit"; write limit: 10/min
                        classpath:mistakes.yml:10:14: unknown key "strange"; write global, tenant, anonymous, api-key, tiers, endpoints, rules, guard, mode, overrides, bypass, ipv6-prefix, enabled, store, policy-file, follow, trusted-proxies, forwarding-header, exempt, max-held, headers, api-key-header, api-keys, user-claim, tier-claim, tenant-claim, show-subjects, tracing, safeguards or recaptcha
                        rate-limit.mode in command line: unknown mode "of"; did you mean "off"?""");
    }

    @Test
    void readsAPolicyFile() {
        Map<String, Object> file = Map.of("rate-limit.policy-file", "classpath:policy.yml");
        assertThat(first("a", file).read().rules()).extracting(Rule::name).containsExactly("all");
        assertThat(first("b", Map.of("rate-limit.mode", "shadow")).read().mode())
                .isEqualTo(Mode.SHADOW);
        assertThatThrownBy(() ->
                        first("c", Map.of("rate-limit.global.capacity", "1")).read())
                .hasMessage("rate-limit.global.capacity in c: the policy is read from classpath:policy.yml;"
                        + " write global.capacity there, or remove rate-limit.policy-file");
    }

    @Test
    void namesTheInvalidSetting() {
        List.of(
                        List.of("rate-limit.policy-file", "classpath:none.yml", "cannot read classpath:none.yml"),
                        List.of("rate-limit.store", "memry", "write memory, or an address such as redis://localhost"),
                        List.of("rate-limit.trusted-proxies", "10.0.0.0/99", "the bits of 10.0.0.0 are from 0 to 32"),
                        List.of("rate-limit.exempt", "health", "a path begins with a slash"),
                        List.of("rate-limit.api-keys.a.sha256", "12", "64 hexadecimal digits"))
                .forEach(example -> assertThatThrownBy(() -> first("only", Map.of(example.get(0), example.get(1)))
                                .read())
                        .isInstanceOf(InvalidSettingException.class)
                        .hasMessageStartingWith(example.get(0))
                        .hasMessageContaining(example.get(2)));
    }

    @Test
    void namesTheUnknownPlaceholder() {
        assertThatThrownBy(() -> first("a", Map.of("rate-limit.global.refill-rate", "${nobody.knows}"))
                        .read())
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining(
                        "rate-limit.global.refill-rate in a: Could not resolve placeholder 'nobody.knows'");
    }

    @Test
    void hasNoRulesWithoutProperties() {
        assertThat(read().rules()).isEmpty();
    }
}
