package io.weir.policyfile;

import java.util.List;
import java.util.regex.Pattern;

/** A piece of a YAML file, or of properties that were made of one, and where it begins. */
sealed interface Yaml {

    Place place();

    /** The same in a file of that name, where it is to be told from others. */
    default Yaml in(String file) {
        Place there = new Place(file, place().line(), place().column());
        if (this instanceof Scalar scalar) {
            return new Scalar(there, scalar.text(), scalar.style());
        }
        if (this instanceof Items list) {
            return new Items(
                    there, list.items().stream().map(item -> item.in(file)).toList());
        }
        if (this instanceof Entries mapping) {
            return new Entries(
                    there,
                    mapping.entries().stream()
                            .map(entry -> new Entry(
                                    (Scalar) entry.key().in(file), entry.value().in(file)))
                            .toList());
        }
        return new Unread(there);
    }

    /** How a scalar is written, by which one tells numbers from text. */
    enum Style {
        PLAIN,
        QUOTED,

        /** As a property, which may be either. */
        PROPERTY
    }

    /** Text, a number or a word. */
    record Scalar(Place place, String text, Style style) implements Yaml {

        private static final Pattern NOTHING = Pattern.compile("|~|null|Null|NULL");
        private static final Pattern NOT_TEXT = Pattern.compile("true|True|TRUE|false|False|FALSE"
                + "|[-+]?(0[xob][0-9a-fA-F_]+|[0-9][0-9_]*(\\.[0-9_]*)?([eE][-+]?[0-9]+)?|\\.[0-9]\\S*|\\.(inf|Inf|INF))"
                + "|\\.(nan|NaN|NAN)");

        boolean isNothing() {
            return style == Style.PROPERTY
                    ? text.isEmpty()
                    : style == Style.PLAIN && NOTHING.matcher(text).matches();
        }

        /** Whether YAML takes it for a number, true or false. */
        boolean isNotText() {
            return style == Style.PLAIN && NOT_TEXT.matcher(text).matches();
        }
    }

    record Items(Place place, List<Yaml> items) implements Yaml {}

    record Entries(Place place, List<Entry> entries) implements Yaml {}

    record Entry(Scalar key, Yaml value) {}

    /** Something that was not read, of which the mistake is known already. */
    record Unread(Place place) implements Yaml {}
}
