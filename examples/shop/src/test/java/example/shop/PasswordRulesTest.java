package example.shop;

import static org.assertj.core.api.Assertions.assertThat;

import example.shop.identity.PasswordRules;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PasswordRulesTest {

    private final PasswordRules rules = new PasswordRules();

    @ParameterizedTest
    @CsvSource({
        "Short-1, at least 12",
        "onlylowercasehere, three of",
        "Annika-was-here-9, your name",
        "Qwertz-123456-Xy, sequences",
        "My-Dragon-flies-9, everybody knows",
        "Mooooooooo-3-moo, sequences"
    })
    void saysWhatIsWrong(String password, String part) {
        assertThat(rules.faults(password, "annika@example.com")).anyMatch(sentence -> sentence.contains(part));
    }

    @Test
    void acceptsAGoodOne() {
        assertThat(rules.faults("Correct-horse-batter1", "ann@example.com")).isEmpty();
    }
}
