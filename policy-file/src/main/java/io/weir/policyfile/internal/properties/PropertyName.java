package io.weir.policyfile.internal.properties;

import io.weir.policyfile.internal.read.LimitReader;
import io.weir.policyfile.internal.read.PlainReader;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Splits the name of a property into steps. Dots separate steps, but a key that users choose may contain dots:
 * {@code endpoints./v1.0/a.json.capacity} is the capacity of {@code /v1.0/a.json}. Such a key ends before the first
 * word that is known to follow it; brackets make it explicit, as in {@code endpoints[/v1.0/a.json].capacity}.
 */
final class PropertyName {

    /** A key of a mapping, or the index of an item. */
    record Step(String key, boolean isIndex) {}

    /** The keys below which users choose keys, and the words that can follow a chosen key. */
    private static final Map<String, Collection<String>> CHOSEN = Map.of(
            "endpoints", PlainReader.KEYS,
            "tiers", PlainReader.KEYS,
            "overrides", LimitReader.KEYS,
            "header", List.of());

    private static final Pattern WORD = Pattern.compile("[A-Za-z][\\w-]*(\\[\\d+])?");

    private final String name;
    private final List<Step> steps = new ArrayList<>();
    private int at;

    private PropertyName(String name) {
        this.name = name;
    }

    static List<Step> steps(String name) {
        PropertyName taken = new PropertyName(name);
        while (taken.at < name.length()) {
            taken.next();
        }
        return taken.steps;
    }

    private void next() {
        if (name.charAt(at) == '[') {
            bracketed();
            return;
        }
        at += name.charAt(at) == '.' ? 1 : 0;
        @Nullable
        Collection<String> following =
                steps.isEmpty() ? null : CHOSEN.get(steps.get(steps.size() - 1).key());
        int end = following == null || isAt('[') ? endOfWord() : endOfChosen(following);
        if (end > at) {
            add(name.substring(at, end), false);
        }
        at = end;
    }

    private boolean isAt(char character) {
        return at < name.length() && name.charAt(at) == character;
    }

    private void add(String key, boolean isIndex) {
        steps.add(new Step(key, isIndex));
    }

    private void bracketed() {
        int close = at + 1;
        while (close < name.length() && !(name.charAt(close) == ']' && isEnd(close + 1))) {
            close++;
        }
        String inner = name.substring(at + 1, Math.min(close, name.length()));
        add(inner, !inner.isEmpty() && inner.length() < 10 && inner.chars().allMatch(Character::isDigit));
        at = Math.min(close + 1, name.length());
    }

    private boolean isEnd(int index) {
        return index >= name.length() || name.charAt(index) == '.' || name.charAt(index) == '[';
    }

    private int endOfWord() {
        int end = at;
        while (!isEnd(end)) {
            end++;
        }
        return end;
    }

    private int endOfChosen(Collection<String> following) {
        for (int dot = name.indexOf('.', at); dot >= 0; dot = name.indexOf('.', dot + 1)) {
            int next = dot + 1;
            for (String word : following) {
                if (name.startsWith(word, next) && isEnd(next + word.length())) {
                    return dot;
                }
            }
        }
        // The last word may be misspelled; no known word has a slash or colon.
        int last = name.lastIndexOf('.');
        boolean isWord = last > at && WORD.matcher(name.substring(last + 1)).matches();
        return isWord && !following.isEmpty() ? last : name.length();
    }
}
