package io.weir.testkit.internal;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The public API of a module as text, with a paragraph for each public type. Each published module keeps this text in
 * its file {@code api.txt}, so that a change of the API is visible in review. Packages named {@code internal} or
 * {@code spi} are left out, because they are no promise to users.
 */
public final class ApiText {

    private static final Pattern NO_PROMISE = Pattern.compile("(^|.*\\.)(internal|spi)(\\..*|$)");
    private static final String FILE = "api.txt";

    private ApiText() {}

    /**
     * Fails if the API of a module differs from its {@code api.txt}. The new text is then written to the module's
     * {@code target}, and the message of the failure says how to accept it.
     *
     * @param one any class of the module
     * @param module the module's folder, which is {@code Path.of("")} in its own tests
     */
    public static void requireAsInFile(Class<?> one, Path module) throws IOException {
        List<String> actual = of(publicTypes(one));
        Path file = module.resolve(FILE).toAbsolutePath().normalize();
        List<String> accepted = Files.exists(file) ? Files.readAllLines(file) : List.of();
        if (actual.equals(accepted)) {
            return;
        }
        Path next = file.resolveSibling("target").resolve(FILE);
        Files.createDirectories(next.getParent());
        Files.write(next, actual);
        throw new AssertionError("The public API differs from " + file + ":\n" + difference(accepted, actual)
                + "If the change is intended, accept it: cp " + next + " " + file);
    }

    /** Returns the names of the public types of a module that are not nested in others, in their order. */
    public static List<String> topLevelTypes(Class<?> one) throws IOException {
        return publicTypes(one).stream()
                .filter(type -> type.getEnclosingClass() == null)
                .map(Class::getName)
                .sorted()
                .toList();
    }

    /** Returns the text of the given types, in the order of their names. */
    static List<String> of(List<Class<?>> types) {
        List<String> lines = new ArrayList<>();
        types.stream()
                .map(TypeText::new)
                .sorted(Comparator.comparing(TypeText::name))
                .forEach(type -> {
                    if (!lines.isEmpty()) {
                        lines.add("");
                    }
                    lines.add(type.heading());
                    type.members().forEach(member -> lines.add("  " + member));
                });
        return lines;
    }

    /** Returns the lines that were removed and added, each member with the name of its type. */
    static String difference(List<String> before, List<String> after) {
        Set<String> old = withTypes(before);
        Set<String> now = withTypes(after);
        StringBuilder text = new StringBuilder();
        old.stream()
                .filter(Predicate.not(now::contains))
                .forEach(line -> text.append("- ").append(line).append('\n'));
        now.stream()
                .filter(Predicate.not(old::contains))
                .forEach(line -> text.append("+ ").append(line).append('\n'));
        return text.isEmpty() ? "  the same lines in another order\n" : text.toString();
    }

    private static Set<String> withTypes(List<String> lines) {
        Set<String> all = new LinkedHashSet<>();
        String type = "";
        for (String line : lines) {
            boolean isMember = line.startsWith(" ");
            type = isMember || line.isEmpty()
                    ? type
                    : line.substring(line.lastIndexOf(' ', end(line) - 1) + 1, end(line));
            if (!line.isEmpty()) {
                all.add(isMember ? type + ": " + line.strip() : line);
            }
        }
        return all;
    }

    /** The end of the type's name in a heading such as {@code final class io.weir.Limit<T> extends Object}. */
    private static int end(String heading) {
        for (int i = heading.indexOf("io."); i >= 0 && i < heading.length(); i++) {
            if (" <(".indexOf(heading.charAt(i)) >= 0) {
                return i;
            }
        }
        return heading.length();
    }

    private static List<Class<?>> publicTypes(Class<?> one) throws IOException {
        Path classes = classes(one);
        if (Files.isDirectory(classes)) {
            return publicTypes(one, classes);
        }
        try (FileSystem jar = FileSystems.newFileSystem(classes)) {
            return publicTypes(one, jar.getPath("/"));
        }
    }

    private static Path classes(Class<?> one) throws IOException {
        try {
            return Path.of(
                    one.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException unreadable) {
            throw new IOException(unreadable);
        }
    }

    private static List<Class<?>> publicTypes(Class<?> one, Path root) throws IOException {
        List<Class<?>> types = new ArrayList<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".class")).toList()) {
                String path = root.relativize(file).toString().replace('\\', '/');
                String name =
                        path.substring(0, path.length() - ".class".length()).replace('/', '.');
                if (!name.endsWith("-info")) {
                    types.add(load(name, one.getClassLoader()));
                }
            }
        }
        types.removeIf(type -> !TypeText.isVisible(type)
                || NO_PROMISE.matcher(type.getPackageName()).matches());
        return types;
    }

    private static Class<?> load(String name, ClassLoader loader) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
