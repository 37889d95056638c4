package io.weir.policyfile.internal.yaml;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Converts values of a tree to the expected type. A value of another type is added to the mistakes, and the result is
 * empty.
 */
public final class Values {

    private static final Pattern DIGITS = Pattern.compile("0|[1-9][0-9]{0,17}");
    private static final int LONGEST_TEXT = 1_000;

    private final Mistakes mistakes;

    public Values(Mistakes mistakes) {
        this.mistakes = mistakes;
    }

    /** Returns whether any mistake was reported so far. */
    public boolean hasMistakes() {
        return mistakes.count() > 0;
    }

    /** Returns what the supplier reads, or nothing if it reported a mistake. */
    public <T> Optional<T> faultless(Supplier<T> reading) {
        int before = mistakes.count();
        T read = reading.get();
        return mistakes.count() == before ? Optional.of(read) : Optional.empty();
    }

    public void wrong(Place place, String message) {
        mistakes.add(place, message);
    }

    /** Reports that a value of another kind is expected here, and returns no value. */
    public <T> Optional<T> instead(Yaml value, String what, String example) {
        if (value instanceof Yaml.Unread) {
            return Optional.empty();
        }
        boolean nothing = value instanceof Yaml.Scalar scalar && scalar.isNothing();
        wrong(value.place(), what + (nothing ? " is missing here" : " is expected here") + "; write " + example);
        return Optional.empty();
    }

    /**
     * Returns the values of a mapping by key, and reports unknown keys.
     *
     * @param what names the mapping in messages, such as {@code a rule}
     */
    public Optional<Fields> fields(Yaml value, String what, String example, Collection<String> known) {
        return entries(value, what, example).map(entries -> {
            Map<String, Yaml> values = new LinkedHashMap<>();
            for (Yaml.Entry entry : entries) {
                String key = entry.key().text();
                if (known.contains(key)) {
                    values.put(key, entry.value());
                } else {
                    wrong(entry.key().place(), Words.unknown("key", key, known));
                }
            }
            return new Fields(value.place(), values);
        });
    }

    /** Returns the entries of a mapping whose keys are chosen by users. */
    public Optional<List<Yaml.Entry>> entries(Yaml value, String what, String example) {
        return value instanceof Yaml.Entries mapping ? Optional.of(mapping.entries()) : instead(value, what, example);
    }

    public List<Yaml> items(Yaml value, String what, String example) {
        return value instanceof Yaml.Items list
                ? list.items()
                : this.<List<Yaml>>instead(value, what, example).orElse(List.of());
    }

    /** Returns the items of a list, or the single value given instead of a list. */
    public List<Yaml> oneOrMore(Yaml value, String what, String example) {
        if (value instanceof Yaml.Items list && list.items().isEmpty()) {
            wrong(list.place(), "the list is empty; write " + example);
        }
        return value instanceof Yaml.Items ? items(value, what, example) : List.of(value);
    }

    public Optional<String> text(Yaml value, String what, String example) {
        if (!(value instanceof Yaml.Scalar scalar)
                || scalar.isNothing()
                || scalar.text().isBlank()) {
            return instead(value, what, example);
        }
        if (scalar.text().length() > LONGEST_TEXT) {
            wrong(scalar.place(), what + " is longer than 1,000 characters; write " + example);
            return Optional.empty();
        }
        if (scalar.isNotText()) {
            wrong(scalar.place(), what + " is text; write '" + scalar.text() + "' in quotes, if that is what you mean");
            return Optional.empty();
        }
        return Optional.of(scalar.text());
    }

    public Optional<Long> number(Yaml value, String what, long least, long most) {
        String range = String.format(Locale.ROOT, "a whole number from %d to %,d", least, most);
        if (!(value instanceof Yaml.Scalar scalar) || scalar.isNothing()) {
            return instead(value, what, range);
        }
        boolean quoted = scalar.style() == Yaml.Style.QUOTED;
        boolean fits = !quoted && DIGITS.matcher(scalar.text()).matches();
        long number = fits ? Long.parseLong(scalar.text()) : -1;
        if (number < least || number > most) {
            String quotes = quoted ? " in quotes" : "";
            wrong(
                    scalar.place(),
                    what + " must be " + range + " in plain digits, not " + Words.quoted(scalar.text()) + quotes);
            return Optional.empty();
        }
        return Optional.of(number);
    }

    public Optional<Boolean> flag(Yaml value, String what) {
        if (!(value instanceof Yaml.Scalar scalar) || scalar.isNothing()) {
            return instead(value, "true or false", what + ": true");
        }
        if (!scalar.text().equals("true") && !scalar.text().equals("false")) {
            wrong(scalar.place(), what + " must be true or false, not " + Words.quoted(scalar.text()));
            return Optional.empty();
        }
        return Optional.of(scalar.text().equals("true"));
    }

    /** Returns the meaning of a word. */
    public <T> Optional<T> word(Yaml value, String what, Map<String, T> words) {
        if (!(value instanceof Yaml.Scalar scalar) || scalar.isNothing()) {
            return instead(value, "a word for " + what, words.isEmpty() ? "a number" : Words.list(words.keySet()));
        }
        Optional<T> meant = Optional.ofNullable(words.get(meant(scalar, words)));
        if (meant.isEmpty()) {
            wrong(scalar.place(), Words.unknown(what, scalar.text(), words.keySet()));
        }
        return meant;
    }

    /** Tools that write YAML 1.1 turn {@code off} into {@code false}. */
    private static String meant(Yaml.Scalar scalar, Map<String, ?> words) {
        return words.containsKey("off") && scalar.text().equals("false") ? "off" : scalar.text();
    }

    /** Returns what the supplier makes; an {@link IllegalArgumentException} of the supplier becomes a mistake. */
    public <T> Optional<T> attempt(Place place, Supplier<T> making) {
        try {
            return Optional.of(making.get());
        } catch (IllegalArgumentException refused) {
            wrong(place, String.valueOf(refused.getMessage()));
            return Optional.empty();
        }
    }
}
