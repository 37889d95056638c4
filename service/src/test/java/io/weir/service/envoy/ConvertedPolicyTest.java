package io.weir.service.envoy;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.classify.IpAddress;
import io.weir.memory.MemoryStore;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policy.rule.Request;
import io.weir.policyfile.PolicyReader;
import io.weir.policyfile.PolicyText;
import io.weir.policyfile.internal.envoy.Domain;
import io.weir.policyfile.internal.envoy.Domains;
import io.weir.policyfile.internal.envoy.Entry;
import io.weir.policyfile.internal.envoy.EnvoyConverter;
import io.weir.policyfile.internal.envoy.EnvoyReader;
import io.weir.service.envoy.decide.Decider;
import io.weir.service.envoy.decide.DescriptorOutcome;
import io.weir.service.envoy.decide.HitsAddend;
import io.weir.service.envoy.decide.RequestedDescriptor;
import io.weir.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Rules that were converted from Envoy's files decide like the files. */
final class ConvertedPolicyTest {

    private static final Map<String, String> MEANINGS = Map.of("plan", "header:X-Plan");
    private static final String FILE = """
            domain: shop
            denied-hits: free
            descriptors:
            - {key: remote_address, rate_limit: {unit: minute, requests_per_unit: 30}}
            - {key: remote_address, value: 192.0.2.3, rate_limit: {unit: minute, requests_per_unit: 3}}
            - key: path
              value: /orders
              rate_limit: {unit: second, requests_per_unit: 9}
              descriptors: [{key: remote_address, rate_limit: {unit: minute, requests_per_unit: 5}}]
            - key: path
              value: /files/*
              share_threshold: true
              rate_limit: {window: 90s, requests_per_unit: 12, algorithm: token-bucket}
            - {key: path, value: /files/free, rate_limit: {unit: minute, requests_per_unit: 40}}
            - {key: plan, value: 'trial-*', share_threshold: true, rate_limit: {unit: hour, requests_per_unit: 20}}
            - {key: path, value: /beta, shadow_mode: true, rate_limit: {unit: minute, requests_per_unit: 1}}
            """;

    private static Domains domains(String text) {
        return EnvoyReader.read(List.of(new PolicyText("shop.yml", text)));
    }

    @Test
    void decideTheSameRequestsInTheSameWay() {
        EnvoyConverter.Converted converted = new EnvoyConverter(MEANINGS).convert(domains(FILE));
        assertThat(converted.notes()).isEmpty();
        Policy policy = PolicyReader.create().read("converted.yml", converted.yaml());
        ManualTime time = ManualTime.create();
        Gate gate = new Gate(policy, new MemoryStore(time));
        Decider decider = new Decider(new MemoryStore(time));
        Domain domain = domains(FILE).find("shop").orElseThrow();
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        int denied = 0;
        for (int i = 0; i < 5_000; i++) {
            String ip = "192.0.2." + random.nextInt(5);
            String path = List.of("/orders", "/files/a", "/files/b", "/files/free", "/beta", "/")
                    .get(random.nextInt(6));
            Optional<String> plan =
                    random.nextInt(3) == 0 ? Optional.of("trial-" + random.nextInt(2)) : Optional.empty();
            boolean allowed = isAllowed(gate, ip, path, plan);
            assertThat(isAllowed(decider, domain, ip, path, plan))
                    .as("seed %d, request %d: %s %s %s\n%s", seed, i, ip, path, plan, converted.yaml())
                    .isEqualTo(allowed);
            denied += allowed ? 0 : 1;
            time.advance(Duration.ofMillis(random.nextInt(1_000)));
        }
        assertThat(denied).isBetween(500, 4_500);
    }

    private static boolean isAllowed(Gate gate, String ip, String path, Optional<String> plan) {
        Request request =
                Request.of("GET", path).withAddress(IpAddress.parse(ip).orElseThrow());
        Request whole = plan.map(value -> request.withHeader("X-Plan", value)).orElse(request);
        return gate.checkNow(whole).allowed();
    }

    /** Decides with the descriptors that Envoy would send for the request. */
    private static boolean isAllowed(Decider decider, Domain domain, String ip, String path, Optional<String> plan) {
        List<RequestedDescriptor> descriptors = new ArrayList<>(List.of(
                requested(new Entry("remote_address", ip)),
                requested(new Entry("path", path)),
                requested(new Entry("path", path), new Entry("remote_address", ip))));
        plan.ifPresent(value -> descriptors.add(requested(new Entry("plan", value))));
        return !DescriptorOutcome.isOver(
                decider.decide(domain, descriptors).toCompletableFuture().join());
    }

    private static RequestedDescriptor requested(Entry... entries) {
        return new RequestedDescriptor(List.of(entries), Optional.empty(), HitsAddend.of(1, false));
    }

    @Test
    void listsWhatRulesCannotExpress() {
        EnvoyConverter.Converted converted = new EnvoyConverter(Map.of()).convert(domains("""
                        domain: d
                        descriptors:
                        - {key: remote_address, rate_limit: {unit: minute, requests_per_unit: 30}}
                        - {key: remote_address, value: 192.0.2.3}
                        - {key: path, rate_limit: {unit: minute, requests_per_unit: 30}}
                        - {key: plan, rate_limit: {unit: minute, requests_per_unit: 30}}
                        - {key: method, value: GET, rate_limit: {unit: minute}}
                        - {key: method, value: PUT, quota_mode: true, rate_limit: {unit: minute, requests_per_unit: 1}}
                        - {key: method, value: POST, rate_limit: {unlimited: true}}
                        """));
        assertThat(converted.notes())
                .containsExactly(
                        "d: a request over one limit is charged to no rule here, while Envoy's files count it"
                                + " in every limit",
                        "d: remote_address_192.0.2.3: a rule cannot have such an override; the rule for every"
                                + " remote_address applies to it too",
                        "d: path: rules cannot count each path separately",
                        "d: plan: the meaning of \"plan\" is unknown; write --as plan=user, tenant, api-key,"
                                + " header:<name>, path or method",
                        "d: method_GET: a rule cannot allow 0 requests; reject such requests elsewhere",
                        "d: method_PUT: rules have no quota_mode",
                        "d: method_POST: an unlimited descriptor needs no rule");
        assertThat(converted.yaml()).contains("# d: path: rules cannot").contains("name: 'd.remote_address'");
    }
}
