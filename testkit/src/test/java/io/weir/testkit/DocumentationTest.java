package io.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pages link to files and headings that exist, and are written in short lines and plain sentences. */
final class DocumentationTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final int LONGEST_LINE = 120;
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern FENCE = Pattern.compile("(?ms)^```.*?^```$");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");
    private static final Pattern ANCHOR = Pattern.compile("<a id=\"([^\"]+)\">");
    private static final Pattern INLINE_CODE = Pattern.compile("`[^`]*`");
    /** The name of a class in backticks. */
    private static final Pattern TYPE = Pattern.compile("`([A-Z]\\w*[a-z]\\w*)`");

    private static final Pattern STEP = Pattern.compile("(?m)^\\| +\\d+ \\|[^`\n]*`(\\w+)`");
    private static final Pattern PICTURED_TYPE = Pattern.compile("<text class=\"type\"[^>]*>(\\w+)<");
    /** Pronouns that leave open who or what is meant, where a statement begins, and "he" for a caller anywhere. */
    private static final Pattern UNCLEAR = Pattern.compile(
            "(?:^|[.:;!] |^- )(?:Who|Whoever|Whose|Whom|Those|All who|He|His)\\b[^?]*$|\\b(?:he|him|his)\\b");

    @Test
    void everyRelativeLinkLeadsToAFileAndAHeading() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : pages(ROOT, 1)) {
            broken.addAll(brokenLinks(page));
        }
        for (Path page : pages(ROOT.resolve("docs"), 3)) {
            broken.addAll(brokenLinks(page));
        }
        assertThat(broken).isEmpty();
    }

    private static List<String> brokenLinks(Path page) throws IOException {
        String text = FENCE.matcher(Files.readString(page)).replaceAll("");
        return LINK.matcher(text)
                .results()
                .map(link -> link.group(1))
                .filter(link -> !link.startsWith("http") && !leadsSomewhere(page, link))
                .map(link -> ROOT.relativize(page) + ": " + link)
                .toList();
    }

    private static boolean leadsSomewhere(Path page, String link) {
        int hash = link.indexOf('#');
        String file = hash < 0 ? link : link.substring(0, hash);
        Path target = file.isEmpty() ? page : page.resolveSibling(file).normalize();
        return Files.exists(target) && (hash < 0 || anchors(target).contains(link.substring(hash + 1)));
    }

    /** The names that GitHub gives to the headings of a page. */
    private static Set<String> anchors(Path page) {
        Set<String> anchors = new HashSet<>();
        String text = FENCE.matcher(read(page)).replaceAll("");
        ANCHOR.matcher(text).results().forEach(anchor -> anchors.add(anchor.group(1)));
        HEADING.matcher(text).results().forEach(heading -> {
            String name = heading.group(1)
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N} _-]", "")
                    .replace(' ', '-');
            int copies = 0;
            while (!anchors.add(copies == 0 ? name : name + "-" + copies)) {
                copies++;
            }
        });
        return anchors;
    }

    @Test
    void linesAreShort() throws IOException {
        assertThat(lines().filter(line -> line.text().length() > LONGEST_LINE)).isEmpty();
    }

    @Test
    void sentencesNameTheirSubject() throws IOException {
        assertThat(lines().filter(line -> UNCLEAR.matcher(
                                INLINE_CODE.matcher(line.text()).replaceAll("code"))
                        .find()))
                .isEmpty();
    }

    @Test
    void everyDecisionIsInTheList() throws IOException {
        Path decisions = ROOT.resolve("docs").resolve("decisions");
        String list = read(decisions.resolve("README.md"));
        assertThat(pages(decisions, 1))
                .hasSizeGreaterThan(30)
                .allMatch(page -> page.endsWith("README.md") || list.contains("](" + page.getFileName() + ")"));
    }

    @Test
    void everyPageIsInTheIndex() throws IOException {
        Path docs = ROOT.resolve("docs");
        String index = read(docs.resolve("README.md"));
        assertThat(Stream.concat(pages(docs, 1).stream(), pages(docs.resolve("tutorials"), 1).stream()))
                .hasSizeGreaterThan(20)
                .allMatch(page -> page.endsWith("README.md")
                        || index.contains(
                                "](" + docs.relativize(page).toString().replace('\\', '/') + ")"));
    }

    @Test
    void everyClassOnTheArchitecturePageExists() throws IOException {
        Path page = ROOT.resolve("docs/architecture.md");
        Set<String> classes = classesOfAllModules();
        assertThat(TYPE.matcher(read(page)).results().map(type -> type.group(1)))
                .hasSizeGreaterThan(100)
                .allMatch(classes::contains);
    }

    @ParameterizedTest
    @CsvSource({"Walk 1, walk-check.svg", "Walk 2, walk-servlet.svg", "Walk 3, walk-push.svg"})
    void thePictureOfAWalkStartsWithTheClassesOfItsTable(String walk, String picture) {
        String section = read(ROOT.resolve("docs/architecture.md")).replaceAll("(?s).*\n## " + walk + "|\n## .*", "");
        List<String> steps =
                STEP.matcher(section).results().map(step -> step.group(1)).toList();
        assertThat(PICTURED_TYPE
                        .matcher(read(ROOT.resolve("docs/pictures").resolve(picture)))
                        .results()
                        .map(type -> type.group(1)))
                .startsWith(steps.toArray(String[]::new))
                .allMatch(type -> section.contains("`" + type + "`"));
        assertThat(steps).hasSizeGreaterThan(8);
    }

    private static Set<String> classesOfAllModules() throws IOException {
        try (Stream<Path> modules = Files.list(ROOT)) {
            return modules.flatMap(module -> sources(module.resolve("src"))).collect(Collectors.toSet());
        }
    }

    private static Stream<String> sources(Path folder) {
        if (!Files.isDirectory(folder)) {
            return Stream.empty();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files
                    .map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".java"))
                    .map(name -> name.substring(0, name.length() - ".java".length()))
                    .toList()
                    .stream();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private record Line(Path page, int number, String text) {
        @Override
        public String toString() {
            return ROOT.relativize(page) + ":" + number + ": " + text;
        }
    }

    /** The prose of all pages: no code, no tables, and of links only their words. */
    private static Stream<Line> lines() throws IOException {
        return Stream.concat(pages(ROOT, 1).stream(), pages(ROOT.resolve("docs"), 3).stream())
                .flatMap(DocumentationTest::prose);
    }

    private static Stream<Line> prose(Path page) {
        List<Line> prose = new ArrayList<>();
        boolean code = false;
        int number = 0;
        for (String line : read(page).lines().toList()) {
            number++;
            if (line.strip().startsWith("```")) {
                code = !code;
            } else if (!code && !line.startsWith("    ") && !line.strip().startsWith("|")) {
                prose.add(new Line(page, number, LINK.matcher(line).replaceAll("]")));
            }
        }
        return prose.stream();
    }

    private static List<Path> pages(Path folder, int depth) throws IOException {
        try (Stream<Path> files = Files.walk(folder, depth)) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    private static String read(Path page) {
        try {
            return Files.readString(page);
        } catch (IOException unreadable) {
            throw new AssertionError(page.toString(), unreadable);
        }
    }
}
