package io.weir.policyfile.internal.yaml;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads the name of a header and converts it to lower case. */
public final class HeaderName {

    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");

    private HeaderName() {}

    /** Returns the name, or nothing after a mistake was reported. */
    public static Optional<String> read(Yaml value, Values values) {
        return values.text(value, "the name of a header", "X-Name").flatMap(name -> {
            if (!FORM.matcher(name).matches()) {
                values.wrong(value.place(), Words.quoted(name) + " is not a valid name of a header; write X-Name");
                return Optional.empty();
            }
            return Optional.of(name.toLowerCase(Locale.ROOT));
        });
    }
}
