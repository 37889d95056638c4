package io.weir.policyfile;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.classify.IpAddress;
import io.weir.memory.MemoryStore;
import io.weir.policy.Action;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policy.Ruling;
import io.weir.policy.Verdict;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Request;
import io.weir.time.ManualTime;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the rules in policies/patterns do once they are enforced. */
final class PatternPoliciesTest {

    private final ManualTime time = ManualTime.create();

    private static Policy read(String... files) {
        return PolicyReader.create()
                .read(Stream.of(files).map(PatternPoliciesTest::text).toList());
    }

    private static PolicyText text(String file) {
        try {
            return new PolicyText(file, Files.readString(PolicySamples.FOLDER.resolve(file)));
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }

    private Gate enforced(String file) {
        Policy policy = read("patterns/" + file);
        return new Gate(
                policy.withRules(policy.rules().stream()
                        .map(rule -> rule.withMode(Mode.ENFORCE))
                        .toList()),
                new MemoryStore(time));
    }

    private static Request from(String address, String method, String path) {
        return Request.of(method, path).withAddress(IpAddress.parse(address).orElseThrow());
    }

    /** Returns the first of these requests that is not allowed, and by which rule. */
    private static String firstStopped(Gate gate, IntFunction<Request> requests) {
        for (int i = 1; i < 5_000; i++) {
            Verdict verdict = gate.checkNow(requests.apply(i));
            if (!verdict.allowed()) {
                return i + " " + verdict.action().word() + " "
                        + verdict.decidedBy().map(Ruling::rule).orElse("");
            }
        }
        return "none";
    }

    @Test
    void allPatternsAreUsedTogetherWithTheReadyPolicy() {
        Policy all =
                read("ready.yml", "patterns/scraping.yml", "patterns/hoarding.yml", "patterns/account-takeover.yml");
        assertThat(all.rules().size()).isGreaterThan(read("ready.yml").rules().size() + 10);
        assertThat(read("patterns/fake-accounts.yml").rules()).hasSize(6);
    }

    @Test
    void scrapingIsChallengedByBreadthAndSequence() {
        Gate gate = enforced("scraping.yml");
        IntFunction<Request> products = i -> from("192.0.2.1", "GET", "/api/v1/products/" + i);
        assertThat(firstStopped(gate, products)).isEqualTo("301 challenge products-per-ip");
        assertThat(gate.checkNow(products.apply(7)).allowed())
                .as("a product that was seen before")
                .isTrue();
        IntFunction<Request> shifting = i -> from("10.0." + i / 250 + "." + i % 250, "GET", "/api/v1/products/" + i)
                .withFact("fingerprint", "f")
                .withFact("bot", "possible");
        assertThat(firstStopped(gate, shifting)).isEqualTo("1001 challenge products-per-fingerprint");
        IntFunction<Request> inOrder =
                i -> from("192.0.2.2", "GET", "/api/v1/products/1").withFact("bot", "likely");
        assertThat(firstStopped(gate, inOrder)).isEqualTo("31 challenge products-in-order");
        IntFunction<Request> person = i -> from("192.0.2.3", "GET", "/api/v1/products/" + i % 50);
        assertThat(firstStopped(gate, person)).isEqualTo("none");
    }

    @Test
    void aUserHasThreeOpenReservations() {
        Gate gate = enforced("hoarding.yml");
        IntFunction<Request> ann =
                i -> from("192.0.2.1", "POST", "/api/v1/reservations").withCaller(Caller.user("ann"));
        Verdict soldOut = gate.checkNow(ann.apply(0));
        gate.settle(soldOut, 409).toCompletableFuture().join();
        assertThat(firstStopped(gate, ann)).isEqualTo("4 deny reservations-per-user");
        time.advance(Duration.ofMinutes(10));
        assertThat(firstStopped(gate, ann)).isEqualTo("4 deny reservations-per-user");
        IntFunction<Request> device = i -> from("198.51.100." + i, "POST", "/api/v1/reservations")
                .withCaller(Caller.user("user" + i))
                .withFact("device", "d");
        assertThat(firstStopped(gate, device)).isEqualTo("6 deny reservations-per-device");
        IntFunction<Request> users =
                i -> from("203.0.113.1", "POST", "/api/v1/reservations").withCaller(Caller.user("made-up" + i));
        assertThat(firstStopped(gate, users)).isEqualTo("11 challenge reserving-users-per-ip");
    }

    @Test
    void signUpsThatFillInTheHiddenFieldAreDenied() {
        Gate gate = enforced("fake-accounts.yml");
        IntFunction<Request> trapped =
                i -> from("192.0.2.1", "POST", "/api/v1/accounts").withFact("bot", "certain");
        assertThat(firstStopped(gate, trapped)).isEqualTo("2 deny sign-ups-by-bots");
        assertThat(gate.checkNow(trapped.apply(0)).status()).isEqualTo(422);
        assertThat(firstStopped(gate, i -> from("192.0.2.2", "POST", "/api/v1/accounts")))
                .isEqualTo("3 challenge sign-up-challenge");
        IntFunction<Request> disposable =
                i -> from("198.51.100." + i, "POST", "/api/v1/accounts").withFact("mail", "disposable");
        assertThat(firstStopped(gate, disposable)).isEqualTo("2 challenge sign-ups-with-disposable-mail");
        IntFunction<Request> spread =
                i -> from("10." + i + ".0.1", "POST", "/api/v1/accounts").withFact("fingerprint", "f");
        assertThat(firstStopped(gate, spread)).isEqualTo("21 challenge sign-ups-per-fingerprint");
    }

    @Test
    void changesOfAnAccountFromANewDeviceAreChallenged() {
        Gate gate = enforced("account-takeover.yml");
        Request change = from("192.0.2.1", "PUT", "/api/v1/account/password").withCaller(Caller.user("ann"));
        assertThat(gate.checkNow(change).allowed()).isTrue();
        assertThat(gate.checkNow(change).action()).isEqualTo(Action.CHALLENGE);
        assertThat(gate.checkNow(change.withFact("device", "d")).allowed()).isTrue();
        assertThat(gate.checkNow(change.withChallengePassed()).allowed()).isTrue();
        IntFunction<Request> shared = i -> from("10.0." + i + ".1", "GET", "/").withCaller(Caller.user("bert"));
        assertThat(firstStopped(gate, shared)).isEqualTo("11 challenge addresses-per-user");
    }

    @Test
    void whatIsNotSureBeginsInShadowMode() {
        for (String file : List.of("scraping", "hoarding", "fake-accounts", "account-takeover")) {
            assertThat(read("patterns/" + file + ".yml").rules()).as(file).anyMatch(rule -> rule.mode() == Mode.SHADOW);
        }
    }
}
