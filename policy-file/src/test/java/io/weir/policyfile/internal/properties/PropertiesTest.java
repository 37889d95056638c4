package io.weir.policyfile.internal.properties;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.policy.Policy;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Rule;
import io.weir.policyfile.InvalidPolicyException;
import io.weir.policyfile.PolicyReader;
import io.weir.policyfile.internal.yaml.Place;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PropertiesTest {

    @Test
    void readsThePlainForm() {
        Policy policy = read(
                "global.capacity=15000",
                "global.refill-rate=10000",
                "tiers.free.refill-rate=100",
                "endpoints./api/v1/orders.capacity=150",
                "endpoints./api/v1/orders.refill-rate=100");
        assertThat(policy.rules())
                .extracting(Rule::name)
                .containsExactly("global", "anonymous", "tier-free", "/api/v1/orders");
        assertThat(policy.rules().get(3).limit()).hasToString("100/min burst 150");
    }

    @Test
    void readsTheGeneralForm() {
        Policy policy = read(
                "rules[0].name=login",
                "rules[0].match.path=/login",
                "rules[0].match.method[0]=POST",
                "rules[0].match.method[1]=PUT",
                "rules[0].match.header.X-Api-Version=1*",
                "rules[0].per=ip",
                "rules[0].limit.permits=5",
                "rules[0].limit.per=1m",
                "rules[0].count-on[0]=401",
                "rules[1].name=all",
                "rules[1].per=global",
                "rules[1].limit=10/s",
                "bypass[0].name=batch",
                "bypass[0].user=42");
        assertThat(policy.rules()).extracting(Rule::name).containsExactly("login", "all");
        assertThat(policy.rules().get(0).match().methods()).containsExactlyInAnyOrder("POST", "PUT");
        assertThat(policy.rules().get(0).match().headers()).containsOnlyKeys("x-api-version");
        assertThat(policy.bypasses()).singleElement().extracting("user").hasToString("Optional[42]");
    }

    @Test
    void readsDotsInAPathAsPartOfIt() {
        Policy policy = read(
                "endpoints./v1.0/a.json.refill-rate=1",
                "endpoints./v1.0/a.json.count-on[0]=4xx",
                "endpoints./v2.0/b.refill-rate=2",
                "endpoints[/v3.0].refill-rate=3");
        assertThat(policy.rules()).extracting(Rule::name).containsExactly("/v1.0/a.json", "/v2.0/b", "/v3.0");
    }

    @Test
    void readsDotsInASubjectAsPartOfIt() {
        Policy policy = read(
                "rules[0].name=a",
                "rules[0].per=ip",
                "rules[0].limit=10/min",
                "rules[0].overrides.ip:192.0.2.1=20/min",
                "overrides.ip:192.0.2.2.permits=30",
                "overrides.ip:192.0.2.2.per=1m");
        assertThat(policy.rules().get(0).overrides().keySet())
                .extracting(Object::toString)
                .containsExactly("ip:192.0.2.1");
        assertThat(policy.overrides().keySet()).extracting(Object::toString).containsExactly("ip:192.0.2.2");
    }

    @Test
    void takesEachPropertyFromTheFirstSourceThatHasIt() {
        Policy policy = read(
                List.of("mode=shadow", "global.refill-rate=20"),
                List.of("mode=enforce", "global.refill-rate=10", "global.capacity=12"));
        assertThat(policy.mode()).isEqualTo(Mode.SHADOW);
        assertThat(policy.rules().get(0).limit()).hasToString("20/min burst 12");
    }

    @Test
    void takesAWholeListFromTheFirstSourceThatHasAnItem() {
        List<String> high = List.of("rules[0].name=only", "rules[0].per=ip", "rules[0].limit=1/s");
        List<String> low = List.of(
                "rules[0].name=a", "rules[0].cost=1", "rules[0].per=ip", "rules[0].limit=2/s", "rules[1].name=b");
        assertThat(read(high, low).rules())
                .singleElement()
                .extracting(Rule::name)
                .isEqualTo("only");
    }

    @Test
    void aValueHidesPropertiesBelowItInLaterSources() {
        List<String> low = List.of("tiers.free.refill-rate=10", "anonymous.refill-rate=5");
        assertThat(read(List.of("anonymous=off"), low).rules())
                .extracting(Rule::name)
                .containsExactly("tier-free");
        assertThat(read(List.of("anonymous.refill-rate=7"), List.of("anonymous=off"))
                        .rules())
                .extracting(Rule::name)
                .containsExactly("anonymous");
    }

    @Test
    void anEmptyListHidesTheListsOfLaterSources() {
        List<String> low = List.of("global.refill-rate=1", "rules[0].name=a", "endpoints./a.refill-rate=1");
        assertThat(read(List.of("rules=", "endpoints="), low).rules())
                .extracting(Rule::name)
                .containsExactly("global");
    }

    @Test
    void reportsAllMistakesWithTheirPlaces() {
        assertThatThrownBy(() -> read(
                        "global.capacity=15",
                        "mode=of",
                        "endpoints./a.b.capcity=1",
                        "endpoints./a.b.refill-rate=x",
                        "rules[0].limit=10",
                        "stor=memory",
                        "store=memory"))
                .isInstanceOf(InvalidPolicyException.class)
                .hasMessage("""
                        app.yml:1:1: "refill-rate" is missing; write refill-rate: 100 for 100 a minute
                        app.yml:2:1: unknown mode "of"; did you mean "off"?
                        app.yml:3:1: unknown key "capcity"; did you mean "capacity"?
                        app.yml:4:1: refill-rate must be a whole number from 1 to 1,000,000,000,000 in plain digits, not "x"
                        app.yml:5:1: a rule needs a name; write name: login-per-ip
                        app.yml:5:1: the rule has no "per"; write per: ip
                        app.yml:5:1: Cannot read the limit "10": write "100/min", "10/s", "5 per 30s" or "100/min burst 150"
                        app.yml:6:1: unknown key "stor"; did you mean "store"?""");
    }

    @Test
    void reportsTheNameOfASourceWithoutLines() {
        Property property = new Property("mode", "of", Place.named("the environment"));
        Property rule = new Property("global.refill-rate", "1", new Place("app.yml", 7, 1));
        assertThatThrownBy(() -> PropertyPolicy.read(
                        List.of(List.of(property), List.of(rule)), List.of(), PolicyReader.create()))
                .hasMessage("the environment: unknown mode \"of\"; did you mean \"off\"?");
    }

    @Test
    void rejectsAListWithAGapAndAValueWithProperties() {
        assertThatThrownBy(() -> read("rules[0].name=a", "rules[2].name=b"))
                .hasMessageContaining("app.yml:1:1: item [1] of this list is missing");
        assertThatThrownBy(() -> read("global=5", "global.capacity=5"))
                .hasMessageContaining("app.yml:2:1: \"global.capacity\" contradicts an earlier property");
    }

    private static Policy read(String... lines) {
        return read(List.of(lines), List.of());
    }

    private static Policy read(List<String> high, List<String> low) {
        return PropertyPolicy.read(
                List.of(properties("app.yml", high), properties("low.yml", low)),
                List.of("store"),
                PolicyReader.create());
    }

    private static List<Property> properties(String file, List<String> lines) {
        List<Property> properties = new ArrayList<>();
        for (String line : lines) {
            int equals = line.indexOf('=');
            Place place = new Place(file, properties.size() + 1, 1);
            properties.add(new Property(line.substring(0, equals), line.substring(equals + 1), place));
        }
        return properties;
    }
}
