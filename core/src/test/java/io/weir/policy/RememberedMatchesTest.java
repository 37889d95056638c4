package io.weir.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.classify.IpAddress;
import io.weir.limit.Limit;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.Cost;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Dimension;
import io.weir.policy.rule.Dimension.Kind;
import io.weir.policy.rule.Match;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Stage;
import io.weir.policy.rule.Subject;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Remembered matches of earlier requests never change the result of a later request. */
final class RememberedMatchesTest {

    private static final Limit MANY = Limit.parse("100/s");
    private static final Limit MORE = Limit.parse("200/s");

    private static Policy policy() {
        return Policy.of(
                        Rule.of("all", MANY).withOverrides(Map.of(Subject.parse("global:system"), MORE)),
                        Rule.of("ip", MANY).per(CountBy.IP),
                        Rule.of("wide", MANY).per(new CountBy(List.of(Dimension.ip(48)))),
                        Rule.of("user", MANY).per(CountBy.of(Kind.USER)).withOverrides(Map.of(user("b"), MORE)),
                        Rule.of("key", MANY).per(CountBy.of(Kind.API_KEY)).withCost(new Cost.Fixed(3)),
                        Rule.of("tenant", MANY)
                                .per(CountBy.of(Kind.TENANT))
                                .matching(Match.path("/a/**"))
                                .withMode(Mode.SHADOW),
                        Rule.of("premium", MORE)
                                .per(CountBy.CALLER)
                                .matching(Match.path("/{any}").withTiers("premium")),
                        Rule.of("claim", MANY)
                                .per(new CountBy(List.of(new Dimension(Kind.CLAIM, "team"))))
                                .matching(Match.path("/c")),
                        Rule.of("header", MANY)
                                .per(new CountBy(List.of(new Dimension(Kind.HEADER, "x-team"))))
                                .matching(Match.path("/d")),
                        Rule.of("points", MANY)
                                .withCost(new Cost.Computed("points", Set.of("x-team"), RememberedMatchesTest::points))
                                .matching(Match.path("/e")),
                        Rule.of("named", MANY).per(CountBy.of(Kind.KEY)).matching(Match.key("n*")))
                .withTiers(List.of("free", "premium"))
                .withOverrides(Map.of(user("a"), MORE));
    }

    private static Subject user(String name) {
        return new Subject("user", name);
    }

    private static long points(Request request) {
        return request.header("x-team").orElse("").length() + 1L;
    }

    @Test
    void decidesEveryRequestLikeAPolicyWithoutACache() {
        SplittableRandom random = new SplittableRandom(1);
        Policy policy = policy();
        for (int i = 0; i < 10_000; i++) {
            Request request = request(random);
            for (Stage stage : Stage.values()) {
                assertThat(policy.matched(request, stage)).isEqualTo(policy().matched(request, stage));
            }
        }
    }

    @Test
    void cachesTheMatchesOfACaller() {
        Policy policy = policy();
        Supplier<Request> request = () ->
                Request.of("GET", "/a/b").withAddress(new IpAddress(32, 0, 1)).withCaller(Caller.user("a"));
        assertThat(policy.matched(request.get(), Stage.WHOLE)).isSameAs(policy.matched(request.get(), Stage.WHOLE));
    }

    private static Request request(SplittableRandom random) {
        if (random.nextInt(10) == 0) {
            return Request.ofKey("n" + random.nextInt(2), random.nextInt(1, 3));
        }
        Caller caller = Caller.ANONYMOUS.withClaims(Map.of("team", letter(random)));
        caller = random.nextBoolean() ? caller : caller.withUser(letter(random));
        caller = random.nextBoolean() ? caller : caller.withApiKey(letter(random));
        caller = random.nextBoolean() ? caller : caller.withTenant(letter(random));
        caller = random.nextBoolean() ? caller : caller.withTier("premium");
        Request request = Request.of("GET", "/" + letter(random) + (random.nextBoolean() ? "" : "/b"))
                .withCaller(caller)
                .withPermits(random.nextInt(1, 3));
        request = random.nextBoolean() ? request : request.withHeader("X-Team", "x".repeat(random.nextInt(3)));
        return switch (random.nextInt(3)) {
            case 0 -> request;
            case 1 -> request.withAddress(new IpAddress(32, 0, random.nextInt(3)));
            default -> request.withAddress(new IpAddress(128, random.nextInt(3), random.nextInt(3)));
        };
    }

    private static String letter(SplittableRandom random) {
        return "abcde".substring(random.nextInt(5)).substring(0, 1);
    }
}
