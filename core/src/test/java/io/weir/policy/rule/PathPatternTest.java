package io.weir.policy.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.limit.Limit;
import io.weir.policy.internal.LoadedRule;
import io.weir.policy.internal.RuleIndex;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PathPatternTest {

    private static boolean matches(String pattern, String path) {
        Rule rule = Rule.of("rule", Limit.parse("1/s")).matching(Match.path(pattern));
        return !new RuleIndex(List.of(LoadedRule.of(rule, 0, Stage.WHOLE, Mode.ENFORCE)))
                .find(Request.of("GET", path), "")
                .rules()
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "/, /, true",
        "/, /a, false",
        "/orders, /orders, true",
        "/orders, /orders/, true",
        "/orders, /Orders, false",
        "/orders, /orders/1, false",
        "/orders, /order, false",
        "/orders/{id}, /orders/1, true",
        "/orders/{id}, /orders, false",
        "/orders/{id}, /orders/1/items, false",
        "/orders/*/items, /orders/1/items, true",
        "/orders/**, /orders, true",
        "/orders/**, /orders/1/items, true",
        "/orders/**, /orders2, false",
        "/**, /, true",
        "/**, /a/b, true",
        "/a/*/**, /a, false",
        "/a/*/**, /a/b, true",
        "/a/*/**, /a/*/c, true",
    })
    void matchesWholeSegments(String pattern, String path, boolean matches) {
        assertThat(matches(pattern, path)).isEqualTo(matches);
        assertThat(PathPattern.parse(pattern).matches(path)).isEqualTo(matches);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "orders",
                "/orders//items",
                "/orders/**/items",
                "/orders/{",
                "/orders/{id}x",
                "/or*",
                "/**/",
                "/{}"
            })
    void rejectsInvalidPatterns(String pattern) {
        assertThatThrownBy(() -> PathPattern.parse(pattern))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("write /orders, /orders/{id}, /orders/* or /orders/**");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/**", "/orders", "/orders/*", "/orders/*/items/**"})
    void isWrittenAsItIsRead(String pattern) {
        assertThat(PathPattern.parse(pattern)).hasToString(pattern);
    }

    @Test
    void theMoreSpecificPatternWins() {
        List<String> leastFirst = List.of("/**", "/*/**", "/orders/**", "/orders/*", "/orders/new/**", "/orders/new");
        for (int i = 1; i < leastFirst.size(); i++) {
            assertThat(PathPattern.parse(leastFirst.get(i)).weight())
                    .as(leastFirst.get(i))
                    .isGreaterThan(PathPattern.parse(leastFirst.get(i - 1)).weight());
        }
    }
}
