package io.weir.metrics.subjects;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.classify.IpAddress;
import io.weir.limit.Limit;
import io.weir.memory.MemoryStore;
import io.weir.metrics.subjects.TopSubjects.Hot;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policy.Ruling;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Dimension.Kind;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Subject;
import io.weir.policy.spi.Observed;
import io.weir.time.ManualTime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.BiConsumer;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

final class TopSubjectsTest {

    private final ManualTime time = ManualTime.create();
    private final TopSubjects subjects = new TopSubjects(SubjectNames.SHOWN, time);

    /** A request of one subject. */
    private record OfUser(Object name, boolean allowed) implements Observed {

        @Override
        public Optional<Ruling> decidedBy() {
            return Optional.empty();
        }

        @Override
        public void eachSubject(BiConsumer<Subject, Boolean> visitor) {
            visitor.accept(new Subject("user", String.valueOf(name)), !allowed);
        }
    }

    private void saw(String user, int times) {
        for (int i = 0; i < times; i++) {
            subjects.decided(new OfUser(user, true));
        }
    }

    @Test
    void showsTheBusiestAndTheMostDeniedSubjectsOfAGate() {
        Policy policy = Policy.of(
                Rule.of("all", Limit.parse("1000/h")),
                Rule.of("users", Limit.parse("3/h")).per(CountBy.of(Kind.USER)),
                Rule.of("more-users", Limit.parse("4/h")).per(CountBy.of(Kind.USER)),
                Rule.of("watched", Limit.parse("1/h")).per(CountBy.IP).withMode(Mode.SHADOW));
        Gate gate = new Gate(policy, new MemoryStore(time), subjects);
        Request request =
                Request.of("GET", "/").withAddress(IpAddress.parse("192.0.2.1").orElseThrow());
        for (int i = 0; i < 20; i++) {
            gate.checkNow(request.withCaller(Caller.user(i % 4 == 0 ? "oncall" : "deployer")));
        }
        assertThat(subjects.top(10).requests())
                .as("a request counts once for its user under several rules, and not under rules for all")
                .containsExactly(
                        new Hot("ip:192.0.2.1", 2), new Hot("user:deployer", 1.5), new Hot("user:oncall", 0.5));
        assertThat(subjects.top(10).rejected())
                .as("a rule in shadow mode denies no subject")
                .containsExactly(new Hot("user:deployer", 1.2), new Hot("user:oncall", 0.2));
    }

    @Test
    void namesAreHashedUnlessSetOtherwise() {
        TopSubjects hashed = new TopSubjects(SubjectNames.HASHED, time);
        hashed.decided(new OfUser(42, true));
        // printf %s user:42 | sha256sum | cut -c1-16
        assertThat(hashed.top(1).requests()).extracting(Hot::subject).containsExactly("user:ea3fd43be1e57d62");
    }

    @Test
    void pastRequestsAreForgottenWithinTwentySeconds() {
        saw("early", 100);
        time.advance(Duration.ofSeconds(10));
        saw("late", 20);
        time.advance(Duration.ofSeconds(5));
        assertThat(subjects.top(5).requests()).containsExactly(new Hot("user:early", 5), new Hot("user:late", 2));
        time.advance(Duration.ofSeconds(5));
        assertThat(subjects.top(5).requests()).containsExactly(new Hot("user:late", 2));
        time.advance(Duration.ofSeconds(20));
        assertThat(subjects.top(5).requests()).isEmpty();
    }

    @Test
    void aFewHotSubjectsAreFoundAmongAHundredThousand() {
        Random random = new Random(42);
        int all = 400_000;
        for (int i = 0; i < all; i++) {
            int one = random.nextInt(100);
            // Every tenth request is of the first subject, every twentieth of the second, and all others are of
            // different subjects.
            String name = one < 10 ? "first" : one < 15 ? "second" : "other-" + random.nextInt(100_000);
            subjects.decided(new OfUser(name, one >= 10));
            if (i % 50 == 0) {
                time.advanceMicros(1_000);
            }
        }
        List<Hot> top = subjects.top(2).requests();
        assertThat(top).extracting(Hot::subject).containsExactly("user:first", "user:second");
        // In the last ten seconds of eight: all of them.
        assertThat(top.get(0).perSecond()).isCloseTo(all / 100.0, Percentage.withPercentage(15));
        assertThat(subjects.top(5).rejected()).extracting(Hot::subject).containsExactly("user:first");
    }

    @Test
    void afterAFloodSingleSubjectsAreReportedAgain() {
        for (int i = 0; i < 100_000; i++) {
            subjects.decided(new OfUser(i, true));
        }
        time.advance(Duration.ofSeconds(30));
        subjects.top(1);
        saw("one", 7);
        assertThat(subjects.top(3).requests()).containsExactly(new Hot("user:one", 0.7));
    }

    @Test
    void itsMetersHaveNumbersAndNoNames() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        subjects.bindTo(registry);
        saw("secret", 50);
        subjects.decided(new OfUser("other", false));
        assertThat(perSecond(registry, "requests", 1)).isEqualTo(5);
        assertThat(perSecond(registry, "requests", 2)).isEqualTo(0.1);
        assertThat(perSecond(registry, "requests", 3)).isZero();
        assertThat(perSecond(registry, "rejected", 1)).isEqualTo(0.1);
        assertThat(registry.getMeters())
                .hasSize(20)
                .allSatisfy(meter -> assertThat(meter.getId().toString()).doesNotContain("secret"));
    }

    private static double perSecond(SimpleMeterRegistry registry, String kind, int rank) {
        return registry.get("rate_limiter.top.subjects")
                .tags("kind", kind, "rank", String.valueOf(rank))
                .gauge()
                .value();
    }
}
