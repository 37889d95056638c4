package io.weir.policyfile;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.classify.IpAddress;
import io.weir.memory.MemoryStore;
import io.weir.policy.Gate;
import io.weir.policy.Ruling;
import io.weir.policy.Verdict;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.store.OnFailure;
import io.weir.store.Scope;
import io.weir.time.ManualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The limits of each kind of caller in policies/ready.yml, on virtual time. */
final class ReadyPolicyTest {

    private final ManualTime time = ManualTime.create();
    private Gate gate = gate("ready.yml");

    private Gate gate(String file) {
        try {
            return new Gate(PolicyReader.create().read(PolicySamples.FOLDER.resolve(file)), new MemoryStore(time));
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }

    private Verdict check(Request request) {
        return gate.checkNow(request);
    }

    /** Returns how many of these requests are allowed one after another at one instant. */
    private int burst(Request request) {
        int allowed = 0;
        while (check(request).allowed()) {
            allowed++;
        }
        return allowed;
    }

    private String deniedBy(Request request) {
        return check(request).decidedBy().map(Ruling::rule).orElse("nobody");
    }

    private static Request from(String address, String method, String path) {
        return Request.of(method, path).withAddress(IpAddress.parse(address).orElseThrow());
    }

    private static Request by(Caller caller, String path) {
        return from("192.0.2.1", "GET", path).withCaller(caller);
    }

    private static Caller of(String tier) {
        return Caller.user("of-" + tier).withTier(tier);
    }

    @Test
    void tiersHaveTheirBursts() {
        assertThat(burst(by(of("free"), "/"))).isEqualTo(150);
        assertThat(burst(by(of("premium"), "/"))).isEqualTo(750);
    }

    @Test
    void theOuterLayerLimitsTheHighestTierFirst() {
        Request request = by(of("enterprise"), "/");
        assertThat(burst(request)).isEqualTo(2_000);
        assertThat(deniedBy(request)).isEqualTo("outer-per-ip");
        assertThat(burst(from("192.0.2.2", "GET", "/").withCaller(of("enterprise"))))
                .isEqualTo(1_000);
        assertThat(deniedBy(from("192.0.2.3", "GET", "/").withCaller(of("enterprise"))))
                .isEqualTo("tier-enterprise");
    }

    @Test
    void tiersRefillAtTheirRates() {
        burst(by(of("free"), "/"));
        time.advance(Duration.ofMinutes(1));
        assertThat(burst(by(of("free"), "/"))).isEqualTo(100);
    }

    @Test
    void noTierAndAnUnknownTierCountAsTheLowest() {
        assertThat(burst(by(Caller.user("nobody-special"), "/"))).isEqualTo(150);
        assertThat(burst(by(of("platinum"), "/"))).isEqualTo(150);
        assertThat(burst(by(Caller.apiKey("key-1").withTier("platinum"), "/"))).isEqualTo(150);
    }

    @Test
    void anApiKeyWithoutATierHasItsOwnLevelAndNotTheLowestTier() {
        Request request = by(Caller.apiKey("key-1"), "/");
        assertThat(burst(request)).isEqualTo(1_000);
        assertThat(deniedBy(request)).isEqualTo("api-key");
        time.advance(Duration.ofMinutes(1));
        assertThat(burst(request)).isEqualTo(1_000);
    }

    @Test
    void anApiKeyWithATierHasTheLimitOfTheTier() {
        assertThat(burst(by(Caller.apiKey("key-1").withTier("free"), "/"))).isEqualTo(150);
        Caller enterprise = Caller.apiKey("key-2").withTier("enterprise");
        assertThat(burst(from("192.0.2.2", "GET", "/").withCaller(enterprise))).isEqualTo(2_000);
        assertThat(burst(from("192.0.2.3", "GET", "/").withCaller(enterprise))).isEqualTo(1_000);
    }

    @Test
    void aTenantHasALevelForAllItsCallers() {
        int allowed = 0;
        for (int user = 0; user < 40; user++) {
            Caller caller = Caller.user("user-" + user).withTenant("acme");
            allowed += burst(from("192.0.2." + user, "GET", "/").withCaller(caller));
        }
        assertThat(allowed).isEqualTo(4_500);
        assertThat(deniedBy(by(Caller.apiKey("key-1").withTenant("acme"), "/"))).isEqualTo("tenant");
        assertThat(check(by(Caller.apiKey("key-1").withTenant("other"), "/")).allowed())
                .isTrue();
    }

    @Test
    void anonymousCallersHaveAThousandPerAddress() {
        assertThat(burst(from("192.0.2.1", "GET", "/"))).isEqualTo(1_000);
        assertThat(deniedBy(from("192.0.2.1", "GET", "/"))).isEqualTo("anonymous");
        assertThat(burst(from("192.0.2.2", "GET", "/"))).isEqualTo(1_000);
    }

    @Test
    void anApiKeyHasAThousandForAllItsUsers() {
        int allowed = 0;
        for (int user = 0; user < 10; user++) {
            allowed += burst(by(Caller.user("user-" + user).withApiKey("key-1"), "/"));
        }
        assertThat(allowed).isEqualTo(1_000);
        assertThat(deniedBy(by(Caller.user("user-11").withApiKey("key-1"), "/")))
                .isEqualTo("api-key");
    }

    @Test
    void allRequestsTogetherHaveFifteenThousand() {
        int allowed = 0;
        for (int address = 1; address <= 20; address++) {
            allowed += burst(from("198.51.100." + address, "GET", "/"));
        }
        assertThat(allowed).isEqualTo(15_000);
        assertThat(deniedBy(from("198.51.100.30", "GET", "/"))).isEqualTo("global");
    }

    @Test
    void endpointsHaveLimitsInAdditionToTheTier() {
        Caller caller = of("premium");
        assertThat(burst(by(caller, "/api/v1/orders/42"))).isEqualTo(150);
        assertThat(deniedBy(by(caller, "/api/v1/orders"))).isEqualTo("/api/v1/orders");
        assertThat(burst(by(caller, "/api/v1/payments"))).isEqualTo(15);
        assertThat(burst(by(caller, "/api/v1/admin/users"))).isEqualTo(15);
        assertThat(burst(by(caller, "/api/v1/products"))).isEqualTo(750 - 150 - 15 - 15);
    }

    @Test
    void aDenialByAnEndpointChargesNoOtherRule() {
        Caller caller = of("free");
        burst(by(caller, "/api/v1/payments"));
        for (int i = 0; i < 1_000; i++) {
            check(by(caller, "/api/v1/payments"));
        }
        assertThat(burst(by(caller, "/"))).isEqualTo(150 - 15);
    }

    @Test
    void loginAllowsTenPerAddressForAllUsersTogether() {
        Request login = from("192.0.2.1", "POST", "/api/v1/login");
        assertThat(burst(login)).isEqualTo(10);
        assertThat(deniedBy(login.withCaller(of("enterprise")))).isEqualTo("login-per-ip");
        assertThat(check(from("192.0.2.1", "GET", "/api/v1/login")).allowed()).isTrue();
        assertThat(burst(from("192.0.2.2", "POST", "/api/v1/login"))).isEqualTo(10);
    }

    @Test
    void countsOneIpv6NetworkAsOneAddress() {
        assertThat(burst(from("2001:db8::1", "POST", "/api/v1/login"))).isEqualTo(10);
        assertThat(check(from("2001:db8::2", "POST", "/api/v1/login")).allowed())
                .isFalse();
        assertThat(check(from("2001:db8:0:1::1", "POST", "/api/v1/login")).allowed())
                .isTrue();
    }

    @Test
    void signUpSearchAndCheckoutHaveTheirLimits() {
        assertThat(burst(from("192.0.2.1", "POST", "/api/v1/accounts"))).isEqualTo(5);
        assertThat(burst(from("192.0.2.1", "GET", "/api/v1/search"))).isEqualTo(100);
        assertThat(burst(by(of("premium"), "/api/v1/checkout"))).isEqualTo(20);
        assertThat(burst(by(Caller.user("another"), "/api/v1/checkout/confirm")))
                .isEqualTo(20);
    }

    @Test
    void loginIsCountedLocallyWhileTheStoreFailsAndPaymentsAreClosed() {
        assertThat(rule("login-per-ip").onFailure()).isEqualTo(OnFailure.LOCAL);
        assertThat(rule("/api/v1/payments").onFailure()).isEqualTo(OnFailure.CLOSED);
        assertThat(rule("outer-per-ip").scope()).isEqualTo(Scope.NODE);
    }

    private Rule rule(String name) {
        Optional<Rule> found = gate.policy().rules().stream()
                .filter(rule -> rule.name().equals(name))
                .findFirst();
        return found.orElseThrow();
    }

    @Test
    void theSecondSampleHasNoBursts() {
        gate = gate("tiers-second-sample.yml");
        assertThat(gate.policy().tiers()).containsExactly("free", "pro", "enterprise");
        assertThat(burst(by(of("free"), "/"))).isEqualTo(100);
        assertThat(burst(by(of("pro"), "/"))).isEqualTo(1_000);
        assertThat(burst(by(of("enterprise"), "/"))).isEqualTo(10_000);
        assertThat(burst(from("192.0.2.1", "GET", "/"))).isEqualTo(1_000);
    }
}
