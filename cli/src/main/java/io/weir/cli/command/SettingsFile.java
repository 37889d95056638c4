package io.weir.cli.command;

import io.weir.policyfile.internal.yaml.Words;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.representer.Representer;
import org.yaml.snakeyaml.resolver.Resolver;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * Supplies the value of an option that is not on the command line: from the environment ({@code --data-dir} is {@code
 * WEIR_DATA_DIR}), else from {@code weir.yml} in the working directory ({@code data-dir: …}), else its default.
 */
public final class SettingsFile implements IDefaultValueProvider {

    private static final String PREFIX = "WEIR_";
    private static final Set<String> TRUE = Set.of("true", "yes", "on");
    private static final Set<String> FALSE = Set.of("false", "no", "off");

    private final Map<String, String> environment;
    private final Path file;

    public SettingsFile(Map<String, String> environment, Path file) {
        this.environment = environment;
        this.file = file;
    }

    /** The environment and the working directory of this process. */
    public static SettingsFile ofThisProcess() {
        return new SettingsFile(System.getenv(), Path.of("weir.yml"));
    }

    @Override
    public @Nullable String defaultValue(ArgSpec argument) {
        if (!(argument instanceof OptionSpec option) || !option.longestName().startsWith("--")) {
            return null;
        }
        String name = option.longestName().substring(2);
        String value = environment.get(variable(name));
        return value != null ? value : fromFile(argument, name);
    }

    /**
     * Warnings about environment variables that look like a misspelt option. Other unknown variables are ignored, because
     * Kubernetes sets variables that begin with WEIR_ for a service of that name.
     */
    public List<String> misspelt(CommandSpec root) {
        Set<String> known = new TreeSet<>();
        collectOptions(root, known);
        return environment.keySet().stream()
                .filter(variable -> variable.startsWith(PREFIX))
                .map(variable -> variable.substring(PREFIX.length())
                        .toLowerCase(Locale.ROOT)
                        .replace('_', '-'))
                .filter(name -> !known.contains(name))
                .flatMap(name -> Words.nearest(name, known)
                        .map(meant ->
                                variable(name) + " is no setting and is ignored; did you mean " + variable(meant) + "?")
                        .stream())
                .sorted()
                .toList();
    }

    private static String variable(String option) {
        return PREFIX + option.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    private @Nullable String fromFile(ArgSpec argument, String name) {
        if (!Files.exists(file)) {
            return null;
        }
        try {
            Object content = yaml().load(Files.readString(file));
            if (content instanceof Map<?, ?> settings) {
                refuseUnknown(argument, settings);
                if (settings.containsKey(name) && settings.get(name) == null) {
                    throw wrong(argument, "has no value for \"" + name + "\"; give it one, or delete the line");
                }
                Object value = settings.get(name);
                return value == null ? null : text(argument, value);
            }
            throw wrong(argument, "must hold lines such as \"port: 9000\"");
        } catch (IOException | YAMLException unreadable) {
            throw wrong(argument, "cannot be read: " + unreadable.getMessage());
        }
    }

    /** Keeps every value as text: YAML would read the mode off as false, and the token 0123 as 83. */
    private static Yaml yaml() {
        LoaderOptions options = new LoaderOptions();
        DumperOptions unused = new DumperOptions();
        Resolver onlyNull = new Resolver() {
            @Override
            protected void addImplicitResolvers() {
                addImplicitResolver(Tag.NULL, NULL, "~nN\0");
                addImplicitResolver(Tag.NULL, EMPTY, null);
            }
        };
        return new Yaml(new SafeConstructor(options), new Representer(unused), unused, options, onlyNull);
    }

    private static String text(ArgSpec argument, Object value) {
        if (value instanceof List<?> values) {
            return values.stream().map(String::valueOf).collect(Collectors.joining(","));
        }
        String text = value.toString();
        boolean isFlag = argument.typeInfo().isBoolean();
        return isFlag && TRUE.contains(text) ? "true" : isFlag && FALSE.contains(text) ? "false" : text;
    }

    private void refuseUnknown(ArgSpec argument, Map<?, ?> settings) {
        Set<String> known = new TreeSet<>();
        collectOptions(argument.command().root(), known);
        for (Object name : settings.keySet()) {
            if (!known.contains(String.valueOf(name))) {
                throw wrong(
                        argument,
                        "knows no \"" + name + "\"; "
                                + Words.nearest(String.valueOf(name), known)
                                        .map(meant -> "did you mean \"" + meant + "\"?")
                                        .orElse("weir serve --help lists all options, without -- they are settings"));
            }
        }
    }

    private static void collectOptions(CommandSpec command, Set<String> names) {
        command.options().stream()
                .filter(option -> !option.usageHelp() && !option.versionHelp())
                .forEach(option -> names.add(option.longestName().substring(2)));
        command.subcommands().values().forEach(sub -> collectOptions(sub.getCommandSpec(), names));
    }

    private ParameterException wrong(ArgSpec argument, String why) {
        return new ParameterException(argument.command().commandLine(), file + " " + why);
    }
}
