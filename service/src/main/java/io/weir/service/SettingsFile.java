package io.weir.service;

import io.weir.policyfile.Words;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * Where an option's value comes from when it is not on the command line: the environment ({@code --data-dir} is
 * {@code WEIR_DATA_DIR}), else {@code weir.yml} in the working directory ({@code data-dir: …}), else its default.
 */
final class SettingsFile implements IDefaultValueProvider {

    private static final String PREFIX = "WEIR_";

    private final Map<String, String> environment;
    private final Path file;

    SettingsFile(Map<String, String> environment, Path file) {
        this.environment = environment;
        this.file = file;
    }

    static SettingsFile ofThisProcess() {
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
     * Warnings about environment variables that look like a misspelt option. Other unknown variables are not Weir's to judge:
     * Kubernetes sets some that begin with WEIR_ for a service of that name.
     */
    List<String> misspelt(CommandSpec root) {
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
            Object content = new Yaml(new SafeConstructor(new LoaderOptions())).load(Files.readString(file));
            if (content instanceof Map<?, ?> settings) {
                refuseUnknown(argument, settings);
                if (settings.containsKey(name) && settings.get(name) == null) {
                    throw wrong(argument, "has no value for \"" + name + "\"; give it one, or delete the line");
                }
                Object value = settings.get(name);
                return value == null ? null : value.toString();
            }
            throw wrong(argument, "must hold lines such as \"port: 9000\"");
        } catch (IOException | YAMLException unreadable) {
            throw wrong(argument, "cannot be read: " + unreadable.getMessage());
        }
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
