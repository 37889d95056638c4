package io.weir.policyfile.internal.yaml;

import java.util.List;
import java.util.regex.Pattern;

/** A node of the syntax tree of a YAML file or of properties, with the place where it begins. */
public sealed interface Yaml {

    Place place();

    /** Returns the same tree with places that name the file, for policies of several files. */
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

    /** The style of a scalar, which tells numbers from text. */
    enum Style {
        PLAIN,
        QUOTED,

        /** A property, which may be a number or text. */
        PROPERTY
    }

    /** A text, number or word. */
    record Scalar(Place place, String text, Style style) implements Yaml {

        private static final Pattern NOTHING = Pattern.compile("|~|null|Null|NULL");
        private static final Pattern NOT_TEXT = Pattern.compile("true|True|TRUE|false|False|FALSE"
                + "|[-+]?(0[xob][0-9a-fA-F_]+|[0-9][0-9_]*(\\.[0-9_]*)?([eE][-+]?[0-9]+)?|\\.[0-9]\\S*|\\.(inf|Inf|INF))"
                + "|\\.(nan|NaN|NAN)");

        /** Returns whether the scalar stands for no value. */
        public boolean isNothing() {
            return style == Style.PROPERTY
                    ? text.isEmpty()
                    : style == Style.PLAIN && NOTHING.matcher(text).matches();
        }

        /** Returns whether YAML reads the scalar as a number, true or false. */
        public boolean isNotText() {
            return style == Style.PLAIN && NOT_TEXT.matcher(text).matches();
        }
    }

    record Items(Place place, List<Yaml> items) implements Yaml {}

    record Entries(Place place, List<Entry> entries) implements Yaml {}

    record Entry(Scalar key, Yaml value) {}

    /** A value that could not be read; its mistake has been added already. */
    record Unread(Place place) implements Yaml {}
}
