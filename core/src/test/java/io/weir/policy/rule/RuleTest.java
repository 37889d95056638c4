package io.weir.policy.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.policy.rule.Dimension.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RuleTest {

    private static final Duration WINDOW = Duration.ofMinutes(15);
    private static final Rule FIVE = Rule.of("five", Limit.slidingWindow(Rate.of(5, WINDOW)));

    @Test
    void aLockLastsAtLeastAsLongAsTheWindowOfItsLimits() {
        assertThat(FIVE.then(new Then.Lock(WINDOW)).then()).isEqualTo(new Then.Lock(WINDOW));
        assertThatThrownBy(() -> FIVE.then(new Then.Lock(WINDOW.minusSeconds(1))))
                .hasMessage("rule five locks for PT14M59S, but sliding window 5 per 15min is free again only after"
                        + " PT15M; lock for at least as long");
        Limit hourly = Limit.slidingWindow(Rate.perHour(5));
        Rule locking = FIVE.then(new Then.Lock(WINDOW));
        assertThatThrownBy(() -> locking.withOverrides(Map.of(new Subject("ip", "192.0.2.1"), hourly)))
                .hasMessageContaining("only after PT1H");
        assertThatThrownBy(() -> locking.requireFits(hourly)).hasMessageContaining("only after PT1H");
    }

    @Test
    void theWindowOfABucketIsTheTimeInWhichAllOfItComesBack() {
        assertThat(Rule.window(Limit.parse("10/min burst 30"))).isEqualTo(Duration.ofMinutes(3));
        assertThat(Rule.window(Limit.parse("7/s burst 1"))).isEqualTo(Duration.ofNanos(142_858_000));
    }

    @Test
    void locksAndDistinctValuesHaveNoFreeRetries() {
        assertThatThrownBy(() -> FIVE.then(new Then.Lock(WINDOW)).withFreeRetries())
                .hasMessageContaining("cannot make retries free");
        assertThatThrownBy(() -> FIVE.withFreeRetries().countingDistinct(Dimension.fact("account")))
                .hasMessageContaining("cannot make retries free");
    }

    @Test
    void sharedCountersNeitherLockNorCountValues() {
        assertThatThrownBy(() -> FIVE.per(CountBy.PLAIN_KEY).then(new Then.Lock(WINDOW)))
                .hasMessageContaining("shares its counters");
    }

    @Test
    void aPathIsAValueAndNotASubject() {
        assertThatThrownBy(() -> CountBy.of(Kind.PATH)).hasMessageContaining("cannot count by path");
        assertThat(FIVE.countingDistinct(Dimension.of(Kind.PATH)).distinct()).contains(Dimension.of(Kind.PATH));
        assertThatThrownBy(() -> FIVE.countingDistinct(Dimension.of(Kind.GLOBAL)))
                .hasMessageContaining("cannot count different values");
    }

    @Test
    void namesOfFactsArePlain() {
        for (String name : new String[] {"", "Account", "a b", "9", "x".repeat(41), "a,b"}) {
            assertThatThrownBy(() -> Dimension.fact(name)).hasMessageContaining("a fact has a name");
        }
        assertThatThrownBy(() -> Match.ALL.withFacts(Map.of("A", new Glob("*"))))
                .hasMessageContaining("a fact");
        assertThat(Dimension.fact("account").written()).isEqualTo("account");
        assertThat(Dimension.fact("asn").written()).isEqualTo("{fact: asn}");
        assertThat(Dimension.network(24, 48).written()).isEqualTo("{network: 24/48}");
    }

    @Test
    void countersOfAccountsAndNetworksAreNotTheClientsOwn() {
        assertThat(new CountBy(List.of(Dimension.fact("account"))).isOwn()).isFalse();
        assertThat(new CountBy(List.of(Dimension.network(24, 48))).isOwn()).isFalse();
        assertThat(new CountBy(List.of(Dimension.fact("account"), Dimension.fact("source"))).isOwn())
                .isTrue();
    }

    @Test
    void denialsHaveAnErrorStatusAndLocksEnd() {
        assertThatThrownBy(() -> new Then.Deny(200)).hasMessageContaining("from 400 to 599");
        assertThatThrownBy(() -> new Then.Lock(Duration.ZERO)).hasMessageContaining("1 s to 3650 days");
        assertThatThrownBy(() -> new Then.Block(Duration.ofDays(3651))).hasMessageContaining("1 s to 3650 days");
    }

    @Test
    void aRuleOnFactsIsAskedBeforeAuthenticationUnlessItNamesCallers() {
        Rule bots = FIVE.matching(Match.ALL.withFacts(Map.of("bot", new Glob("likely"))));
        assertThat(Stage.of(bots)).isEqualTo(Stage.BEFORE_AUTHENTICATION);
        assertThat(Stage.of(FIVE.countingDistinct(Dimension.of(Kind.USER)))).isEqualTo(Stage.AFTER_AUTHENTICATION);
    }
}
