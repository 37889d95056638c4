package io.weir.spring.internal.settings;

import io.weir.policyfile.internal.properties.Property;
import io.weir.policyfile.internal.properties.PropertyPolicy;
import io.weir.policyfile.internal.yaml.Place;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.core.env.CompositePropertySource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Collects the properties of a policy by their names as written, for each property source. Spring Boot's binding cannot be used
 * because it drops the slashes of {@code rate-limit.endpoints./orders.capacity}.
 */
final class WrittenProperties {

    /** The properties that can be set by environment variables, whose names have no dots, dashes or slashes. */
    private static final Map<String, String> BY_ENVIRONMENT_NAME = Stream.of(
                    "mode",
                    "ipv6-prefix",
                    "global.capacity",
                    "global.refill-rate",
                    "global.mode",
                    "anonymous",
                    "anonymous.capacity",
                    "anonymous.refill-rate",
                    "anonymous.mode",
                    "tenant.capacity",
                    "tenant.refill-rate",
                    "tenant.mode",
                    "api-key.capacity",
                    "api-key.refill-rate",
                    "api-key.mode")
            .collect(Collectors.toUnmodifiableMap(WrittenProperties::uniform, name -> name));

    private static final String PREFIX = uniform(RateLimitProperties.PREFIX);
    private static final Set<String> SETTINGS =
            RateLimitProperties.names().stream().map(WrittenProperties::uniform).collect(Collectors.toSet());

    private static final String GUARD = "guard";
    private static final Set<String> GUARD_OF_POLICIES = PropertyPolicy.wordsOfGuard().stream()
            .map(WrittenProperties::uniform)
            .collect(Collectors.toSet());

    private final ConfigurableEnvironment environment;

    WrittenProperties(ConfigurableEnvironment environment) {
        this.environment = environment;
    }

    /** The properties of each source; the source with the highest precedence is first. */
    List<List<Property>> ofPolicy() {
        return sources(environment.getPropertySources().stream())
                .map(source -> properties(source))
                .filter(properties -> !properties.isEmpty())
                .toList();
    }

    private static Stream<EnumerablePropertySource<?>> sources(Stream<PropertySource<?>> all) {
        return all.flatMap(source -> {
            if (source instanceof CompositePropertySource composite) {
                return sources(composite.getPropertySources().stream());
            }
            return source instanceof EnumerablePropertySource<?> enumerable ? Stream.of(enumerable) : Stream.of();
        });
    }

    private List<Property> properties(EnumerablePropertySource<?> source) {
        Map<String, String> names = new LinkedHashMap<>();
        for (String name : source.getPropertyNames()) {
            rest(source, name).ifPresent(rest -> names.putIfAbsent(rest, name));
        }
        List<Property> properties = new ArrayList<>();
        names.forEach((rest, name) -> {
            Object value = source.getProperty(name);
            if (value != null) {
                Place place = PropertyPlaces.of(source, name);
                properties.add(new Property(rest, resolved(value.toString(), place), place));
            }
        });
        return properties;
    }

    private String resolved(String value, Place place) {
        try {
            return environment.resolveRequiredPlaceholders(value);
        } catch (IllegalArgumentException unknown) {
            throw new InvalidSettingException(PropertyPlaces.text(place), String.valueOf(unknown.getMessage()));
        }
    }

    /** Returns the name without the prefix; empty if it is not a property of the policy. */
    private static Optional<String> rest(PropertySource<?> source, String name) {
        if (source instanceof SystemEnvironmentPropertySource) {
            String plain = uniform(name);
            boolean ours = name.toUpperCase(Locale.ROOT).matches("RATE_?LIMIT_.*");
            return ours && plain.startsWith(PREFIX)
                    ? Optional.ofNullable(BY_ENVIRONMENT_NAME.get(plain.substring(PREFIX.length())))
                    : Optional.empty();
        }
        int end = endOfWord(name, 0);
        if (end == name.length() || !uniform(name.substring(0, end)).equals(PREFIX)) {
            return Optional.empty();
        }
        String rest = name.substring(end + 1);
        return isSetting(rest) ? Optional.empty() : Optional.of(rest);
    }

    /** What is below {@code guard} is a setting, unless it is a word of policies. */
    private static boolean isSetting(String rest) {
        int end = endOfWord(rest, 0);
        String word = uniform(rest.substring(0, end));
        if (!word.equals(GUARD) || end == rest.length()) {
            return SETTINGS.contains(word);
        }
        return !GUARD_OF_POLICIES.contains(uniform(rest.substring(end + 1, endOfWord(rest, end + 1))));
    }

    private static int endOfWord(String name, int from) {
        int end = from;
        while (end < name.length() && name.charAt(end) != '.' && name.charAt(end) != '[') {
            end++;
        }
        return end;
    }

    /** Normalizes a name as Spring Boot does, without dashes and in lower case; here also without dots. */
    private static String uniform(String name) {
        return name.replaceAll("[-_.]", "").toLowerCase(Locale.ROOT);
    }
}
