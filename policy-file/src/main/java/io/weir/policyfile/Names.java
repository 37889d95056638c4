package io.weir.policyfile;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The names of one kind of thing, of which no two may be the same. */
final class Names {

    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._/*{}-]{0,99}");

    private final String what;
    private final Values values;
    private final Map<String, Place> seen = new HashMap<>();
    private int repeated;

    /** @param what they name, such as {@code a rule} */
    Names(String what, Values values) {
        this.what = what;
        this.values = values;
    }

    /** The name, also if it is another one's already: the rest of what it names is looked at all the same. */
    Optional<String> read(Fields fields, String example) {
        if (!fields.has("name")) {
            values.wrong(fields.place(), what + " needs a name; write name: " + example);
            return Optional.empty();
        }
        return fields.get("name")
                .flatMap(value -> values.text(value, "a name", example)
                        .flatMap(name -> isName(name, value.place()) ? Optional.of(name) : Optional.empty()));
    }

    private boolean isName(String name, Place place) {
        if (!FORM.matcher(name).matches()) {
            values.wrong(
                    place,
                    Words.quoted(name) + " is no name for " + what
                            + "; write up to 100 letters, digits and . _ / -, the first a letter or digit");
            return false;
        }
        add(name, place);
        return true;
    }

    /** Reports a name that is there already. */
    void add(String name, Place place) {
        Place first = seen.putIfAbsent(name, place);
        if (first != null) {
            repeated++;
            values.wrong(
                    place,
                    what + " named " + Words.quoted(name) + " stands in " + first.shortly()
                            + " already; give one of them another name");
        }
    }

    /** How many mistakes were nothing but a name that was there already. */
    int repeated() {
        return repeated;
    }
}
