package example.shop.identity;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.passay.DefaultPasswordValidator;
import org.passay.PasswordData;
import org.passay.PasswordValidator;
import org.passay.RuleResultDetail;
import org.passay.data.EnglishCharacterData;
import org.passay.data.EnglishSequenceData;
import org.passay.dictionary.ArrayWordList;
import org.passay.dictionary.WordListDictionary;
import org.passay.dictionary.sort.ArraysSort;
import org.passay.rule.CharacterCharacteristicsRule;
import org.passay.rule.CharacterRule;
import org.passay.rule.DictionarySubstringRule;
import org.passay.rule.IllegalSequenceRule;
import org.passay.rule.LengthRule;
import org.passay.rule.RepeatCharactersRule;
import org.passay.rule.UsernameRule;
import org.springframework.stereotype.Component;

/** What a password must be like: 12 characters or more, of three kinds, without common words and sequences. */
@Component
public final class PasswordRules {

    private static final int SHORTEST = 12;
    private static final int LONGEST = 128;
    private static final int KINDS = 3;
    private static final int SEQUENCE = 5;

    private final PasswordValidator validator = new DefaultPasswordValidator(List.of(
            new LengthRule(SHORTEST, LONGEST),
            new CharacterCharacteristicsRule(
                    KINDS,
                    new CharacterRule(EnglishCharacterData.LowerCase),
                    new CharacterRule(EnglishCharacterData.UpperCase),
                    new CharacterRule(EnglishCharacterData.Digit),
                    new CharacterRule(EnglishCharacterData.Special)),
            new UsernameRule(false, true),
            new IllegalSequenceRule(EnglishSequenceData.Alphabetical, SEQUENCE),
            new IllegalSequenceRule(EnglishSequenceData.Numerical, SEQUENCE),
            new IllegalSequenceRule(EnglishSequenceData.USQwerty, SEQUENCE),
            new RepeatCharactersRule(SEQUENCE),
            new DictionarySubstringRule(
                    new WordListDictionary(new ArrayWordList(commonPasswords(), false, new ArraysSort())))));

    private static String[] commonPasswords() {
        try (InputStream words = PasswordRules.class.getResourceAsStream("/common-passwords.txt")) {
            if (words == null) {
                throw new IllegalStateException("common-passwords.txt is missing");
            }
            return new BufferedReader(new InputStreamReader(words, StandardCharsets.UTF_8))
                    .lines()
                    .map(word -> word.toLowerCase(Locale.ROOT))
                    .toArray(String[]::new);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Returns what is wrong with a password, in sentences; nothing if it is good. */
    public List<String> faults(String password, String email) {
        String user = email.substring(0, Math.max(0, email.indexOf('@')));
        PasswordData data = user.isEmpty() ? new PasswordData(password) : new PasswordData(user, password);
        return validator.validate(data).getDetails().stream()
                .map(PasswordRules::sentence)
                .flatMap(Optional::stream)
                .distinct()
                .toList();
    }

    private static Optional<String> sentence(RuleResultDetail fault) {
        String code = fault.getErrorCode();
        if (code.startsWith("INSUFFICIENT_CHARACTERISTICS")) {
            return Optional.of("Use at least three of: lower case, upper case, digits, other characters.");
        }
        if (code.startsWith("INSUFFICIENT")) {
            return Optional.empty();
        }
        return Optional.of(
                switch (code) {
                    case "TOO_SHORT" -> "Use at least " + SHORTEST + " characters.";
                    case "TOO_LONG" -> "Use at most " + LONGEST + " characters.";
                    case "ILLEGAL_USERNAME" -> "Leave your name out of it.";
                    case "ILLEGAL_WORD" -> "Leave out passwords that everybody knows.";
                    default -> "Leave out sequences such as 12345, abcde, qwert and aaaaa.";
                });
    }
}
