package io.weir.lab.log;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The fields in which a log has the properties of requests.
 *
 * @param fields the names of fields by property
 * @param headers the names of fields by the names of headers in lower case
 */
public record Mapping(Map<LogProperty, String> fields, Map<String, String> headers) {

    private static final String HEADER = "header.";

    public static final Mapping NONE = new Mapping(Map.of(), Map.of());

    public Mapping {
        fields = Map.copyOf(fields);
        headers = Map.copyOf(new TreeMap<>(headers));
    }

    /**
     * Reads pairs such as {@code user=$remote_user} or {@code header.x-device=.device.id}. Throws an
     * {@link IllegalArgumentException} that says what to write instead.
     */
    public static Mapping of(Map<String, String> pairs) {
        Map<LogProperty, String> fields = new EnumMap<>(LogProperty.class);
        Map<String, String> headers = new LinkedHashMap<>();
        pairs.forEach((name, field) -> {
            String plain = field.replaceFirst("^[$.]", "");
            if (name.startsWith(HEADER)) {
                headers.put(name.substring(HEADER.length()).toLowerCase(Locale.ROOT), plain);
            } else {
                fields.put(property(name), plain);
            }
        });
        return new Mapping(fields, headers);
    }

    private static LogProperty property(String word) {
        List<String> words = new ArrayList<>();
        for (LogProperty property : LogProperty.values()) {
            if (property.word().equals(word)) {
                return property;
            }
            words.add(property.word());
        }
        throw new IllegalArgumentException(
                "there is no \"" + word + "\" to map; write " + String.join(", ", words) + " or header.<name>");
    }

    /** Returns every name that is worth looking for. */
    List<String> candidates() {
        Set<String> names = new LinkedHashSet<>(fields.values());
        names.addAll(headers.values());
        for (LogProperty property : LogProperty.values()) {
            names.addAll(property.names());
        }
        return List.copyOf(names);
    }

    /**
     * Returns this mapping with the usual names for properties that it leaves open, among the names that a log has.
     */
    Mapping among(Set<String> present) {
        Map<LogProperty, String> found = new EnumMap<>(LogProperty.class);
        for (LogProperty property : LogProperty.values()) {
            Optional.ofNullable(fields.get(property))
                    .or(() ->
                            property.names().stream().filter(present::contains).findFirst())
                    .ifPresent(name -> found.put(property, name));
        }
        if (found.containsKey(LogProperty.BEGIN)) {
            found.remove(LogProperty.TIME);
        }
        if (!"time".equals(found.get(LogProperty.TIME))) {
            found.remove(LogProperty.DAY);
        }
        return new Mapping(found, headers);
    }

    /** Returns the names of all fields that are mapped. */
    List<String> wanted() {
        Set<String> names = new LinkedHashSet<>(fields.values());
        names.addAll(headers.values());
        return List.copyOf(names);
    }

    /** Returns what is missing of a time, an address or caller, and a path; empty if the log can be replayed. */
    Optional<String> problem() {
        boolean timed = fields.containsKey(LogProperty.BEGIN) || fields.containsKey(LogProperty.TIME);
        boolean placed = fields.containsKey(LogProperty.REQUEST) || fields.containsKey(LogProperty.PATH);
        if (!timed) {
            return Optional.of("no field is known to be the time; write --map time=<field>");
        }
        return placed ? Optional.empty() : Optional.of("no field is known to be the path; write --map path=<field>");
    }
}
