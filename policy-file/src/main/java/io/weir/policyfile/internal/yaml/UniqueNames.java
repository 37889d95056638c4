package io.weir.policyfile.internal.yaml;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads names of one kind, such as rules, and reports those that occur twice. */
public final class UniqueNames {

    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._/*{}-]{0,99}");

    private final String what;
    private final Values values;
    private final Map<String, Place> seen = new HashMap<>();
    private final List<Placed<String>> repeated = new ArrayList<>();

    /** @param what the named kind for messages, such as {@code a rule} */
    public UniqueNames(String what, Values values) {
        this.what = what;
        this.values = values;
    }

    /** Returns the name even if it is taken, so that mistakes in the rest of a rule are found as well. */
    public Optional<String> read(Fields fields, String example) {
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
                    Words.quoted(name) + " is not a valid name for " + what
                            + "; write up to 100 letters, digits and . _ / -, the first a letter or digit");
            return false;
        }
        add(name, place);
        return true;
    }

    public void add(String name, Place place) {
        if (seen.putIfAbsent(name, place) != null) {
            repeated.add(new Placed<>(name, place));
        }
    }

    /**
     * Reports the names that occur twice. The caller decides when, because a name that occurs twice hides no other
     * mistake.
     */
    public void reportRepeated() {
        for (Placed<String> each : repeated) {
            String named = what + " named " + Words.quoted(each.value());
            String first = Objects.requireNonNull(seen.get(each.value())).shortly();
            values.wrong(each.place(), named + " is already in " + first + "; rename one of them");
        }
    }
}
