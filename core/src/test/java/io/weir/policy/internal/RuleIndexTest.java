package io.weir.policy.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Limit;
import io.weir.policy.rule.Match;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.PathPattern;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The index finds the same rules as a test of every rule, in the order of the rules. */
final class RuleIndexTest {

    private static final String[] SEGMENTS = {"a", "b", "c", "*", "**"};

    @Test
    void findsTheSameRulesAsTestingEachRule() {
        SplittableRandom random = new SplittableRandom(1);
        for (int round = 0; round < 300; round++) {
            List<LoadedRule> rules = IntStream.range(0, 60)
                    .mapToObj(i -> LoadedRule.of(
                            Rule.of("rule-" + i, Limit.parse("1/s")).matching(Match.path(pattern(random))),
                            i,
                            Stage.WHOLE,
                            Mode.ENFORCE))
                    .toList();
            RuleIndex index = new RuleIndex(rules);
            for (int i = 0; i < 50; i++) {
                String path = path(random);
                assertThat(index.find(Request.of("GET", path), "").rules())
                        .as(path)
                        .isEqualTo(rules.stream()
                                .filter(rule ->
                                        matches(rule.rule().match().path().orElseThrow(), path))
                                .toList());
            }
        }
    }

    @Test
    void findsEachOfManyNeighbours() {
        List<LoadedRule> rules = IntStream.range(0, 1_000)
                .mapToObj(i -> LoadedRule.of(
                        Rule.of("rule-" + i, Limit.parse("1/s")).matching(Match.path("/items/" + i)),
                        i,
                        Stage.WHOLE,
                        Mode.ENFORCE))
                .toList();
        RuleIndex index = new RuleIndex(rules);
        for (int i = 0; i < rules.size(); i++) {
            assertThat(index.find(Request.of("GET", "/items/" + i), "").rules()).containsExactly(rules.get(i));
        }
        assertThat(index.find(Request.of("GET", "/items/1000"), "").rules()).isEmpty();
    }

    private static String pattern(SplittableRandom random) {
        List<String> segments = new ArrayList<>();
        int length = random.nextInt(0, 5);
        for (int i = 0; i < length; i++) {
            segments.add(SEGMENTS[random.nextInt(i == length - 1 ? 5 : 4)]);
        }
        return "/" + String.join("/", segments);
    }

    private static String path(SplittableRandom random) {
        return "/"
                + String.join(
                        "/",
                        random.ints(random.nextInt(0, 5), 0, 4)
                                .mapToObj(i -> SEGMENTS[i])
                                .toList());
    }

    private static boolean matches(PathPattern pattern, String path) {
        String[] segments = path.equals("/") ? new String[0] : path.substring(1).split("/");
        int fixed = pattern.segments().size();
        if (pattern.andBelow() ? segments.length < fixed : segments.length != fixed) {
            return false;
        }
        return IntStream.range(0, fixed)
                .allMatch(i -> pattern.segments().get(i).equals("*")
                        || pattern.segments().get(i).equals(segments[i]));
    }
}
