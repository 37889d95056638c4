package io.weir.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The content of {@code weir.jar}. This test runs after the jar is packaged. */
final class PackagedServiceTest {

    private static final Path JAR = Path.of("target", "weir.jar");
    private static final Path VULNERABILITIES = Path.of("..", ".ci", "known-vulnerable.txt");
    private static final String LIBRARIES = "BOOT-INF/lib/";
    private static final String BILL = "META-INF/sbom/weir.cdx.json";

    /** A library that the packager adds; it is no dependency in Maven. */
    private static final String PACKAGER_TOOLS = "spring-boot-jarmode-tools";

    private static final Pattern FILE = Pattern.compile("(?<name>.+?)-(?<version>[0-9][^-]*)(?:-.*)?\\.jar");
    private static final Pattern NETTY_VERSIONS = Pattern.compile("META-INF/[\\w.]*netty\\.versions\\.properties");
    private static final Pattern MAVEN_VERSION = Pattern.compile("META-INF/maven/.+/pom\\.properties");

    private static final Set<Library> LIBRARIES_INSIDE = new LinkedHashSet<>();

    /** A library of the jar, or a library that is shaded in one. */
    private record Library(String name, String version, String in) {}

    /** A line of {@link #VULNERABILITIES}. */
    private record Vulnerability(String library, String fixedIn, String advisory, String acceptedIn) {

        static Vulnerability parse(String line) {
            String[] parts = line.split("\\|", -1);
            boolean accepted = parts.length == 5 && !parts[4].isBlank();
            if (parts.length != 3 && !accepted) {
                throw new IllegalArgumentException("Cannot read \"" + line + "\" of " + VULNERABILITIES
                        + ": write library | version | advisory, and | accepted in | why if it is accepted somewhere");
            }
            return new Vulnerability(
                    parts[0].strip(), parts[1].strip(), parts[2].strip(), accepted ? parts[3].strip() : "");
        }

        boolean isIn(Library candidate) {
            String names = Pattern.quote(library).replace("*", "\\E.*\\Q");
            return candidate.name.matches(names)
                    && isOlder(candidate.version, fixedIn)
                    && !candidate.in.equals(acceptedIn + ".jar");
        }
    }

    @BeforeAll
    static void readLibraries() throws IOException {
        try (ZipFile jar = new ZipFile(JAR.toFile())) {
            for (ZipEntry entry : jar.stream().toList()) {
                String file = entry.getName().replace(LIBRARIES, "");
                Matcher parts = FILE.matcher(file);
                if (entry.getName().startsWith(LIBRARIES) && parts.matches()) {
                    LIBRARIES_INSIDE.add(new Library(parts.group("name"), parts.group("version"), file));
                    readShaded(jar.getInputStream(entry), file);
                }
            }
        }
    }

    private static void readShaded(InputStream library, String file) throws IOException {
        try (ZipInputStream entries = new ZipInputStream(library)) {
            for (ZipEntry entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
                boolean netty = NETTY_VERSIONS.matcher(entry.getName()).matches();
                if (!netty && !MAVEN_VERSION.matcher(entry.getName()).matches()) {
                    continue;
                }
                Properties properties = new Properties();
                properties.load(new ByteArrayInputStream(entries.readAllBytes()));
                if (!netty) {
                    LIBRARIES_INSIDE.add(
                            new Library(properties.getProperty("artifactId"), properties.getProperty("version"), file));
                    continue;
                }
                for (String key : properties.stringPropertyNames()) {
                    if (key.endsWith(".version")) {
                        LIBRARIES_INSIDE.add(
                                new Library(key.replace(".version", ""), properties.getProperty(key), file));
                    }
                }
            }
        }
    }

    private static List<Vulnerability> vulnerabilities() throws IOException {
        return Files.readAllLines(VULNERABILITIES).stream()
                .filter(line -> !line.startsWith("#") && !line.isBlank())
                .map(Vulnerability::parse)
                .toList();
    }

    /** Compares only the numbers: 4.2.9.Final is older than 4.2.17. */
    private static boolean isOlder(String version, String other) {
        int[] numbers = numbers(version);
        int[] others = numbers(other);
        for (int i = 0; i < Math.max(numbers.length, others.length); i++) {
            int difference = (i < numbers.length ? numbers[i] : 0) - (i < others.length ? others[i] : 0);
            if (difference != 0) {
                return difference < 0;
            }
        }
        return false;
    }

    private static int[] numbers(String version) {
        return Pattern.compile("\\.")
                .splitAsStream(version)
                .takeWhile(part -> part.matches("[0-9]{1,9}"))
                .mapToInt(Integer::parseInt)
                .toArray();
    }

    @Test
    void containsNoLibraryWithAKnownVulnerability() throws IOException {
        List<String> found = new ArrayList<>();
        for (Vulnerability vulnerability : vulnerabilities()) {
            LIBRARIES_INSIDE.stream()
                    .filter(vulnerability::isIn)
                    .map(library -> library + " has " + vulnerability.advisory + "; use " + vulnerability.fixedIn)
                    .forEach(found::add);
        }
        assertThat(found).isEmpty();
    }

    @Test
    void containsItsLicenceAndNotice() throws IOException {
        try (ZipFile jar = new ZipFile(JAR.toFile())) {
            assertThat(List.of("META-INF/LICENSE", "META-INF/NOTICE"))
                    .allSatisfy(name -> assertThat(jar.getEntry(name)).isNotNull());
        }
    }

    /** The load generator can pause a Redis, so users must not deploy it by accident. */
    @Test
    void containsNoLoadGenerator() throws IOException {
        List<String> classes = new ArrayList<>();
        try (ZipFile jar = new ZipFile(JAR.toFile())) {
            for (ZipEntry entry : jar.stream().toList()) {
                classes.add(entry.getName());
                if (entry.getName().startsWith(LIBRARIES + "weir-")) {
                    try (ZipInputStream library = new ZipInputStream(jar.getInputStream(entry))) {
                        for (ZipEntry in = library.getNextEntry(); in != null; in = library.getNextEntry()) {
                            classes.add(in.getName());
                        }
                    }
                }
            }
        }
        assertThat(classes)
                .anyMatch(name -> name.endsWith("io/weir/cli/Weir.class"))
                .anyMatch(name -> name.endsWith("io/weir/service/WeirService.class"))
                .noneMatch(name -> name.contains("io/weir/bench/"));
    }

    @Test
    void acceptsVulnerabilitiesOnlyInLibrariesThatAreThere() throws IOException {
        assertThat(vulnerabilities())
                .extracting(Vulnerability::acceptedIn)
                .filteredOn(library -> !library.isEmpty())
                .allSatisfy(library ->
                        assertThat(LIBRARIES_INSIDE).extracting(Library::in).contains(library + ".jar"));
    }

    @Test
    void findsLibrariesThatAreShadedInOthers() {
        assertThat(LIBRARIES_INSIDE)
                .anyMatch(library -> library.name.equals("netty-common") && library.in.startsWith("grpc-netty-shaded"));
    }

    @Test
    void comparesVersionsByTheirNumbers() {
        assertThat(isOlder("4.2.9.Final", "4.2.17")).isTrue();
        assertThat(isOlder("4.2.18.Final", "4.2.18")).isFalse();
        assertThat(isOlder("2.0", "2.0.1")).isTrue();
        assertThat(isOlder("33.6.0-android", "32.0.0")).isFalse();
    }

    @Test
    void theBillOfMaterialsListsEveryLibrary() throws IOException {
        assumeThat(Boolean.getBoolean("weir.offline"))
                .describedAs("the plugin that writes the bill of materials does not run offline")
                .isFalse();
        try (ZipFile jar = new ZipFile(JAR.toFile())) {
            JsonNode bill = JsonMapper.shared().readTree(jar.getInputStream(jar.getEntry(BILL)));
            List<String> listed = StreamSupport.stream(bill.path("components").spliterator(), false)
                    .map(component -> component.path("name").asString() + "-"
                            + component.path("version").asString())
                    .toList();
            assertThat(bill.path("bomFormat").asString()).isEqualTo("CycloneDX");
            assertThat(jar.stream()
                            .map(ZipEntry::getName)
                            .filter(name -> name.startsWith(LIBRARIES) && name.endsWith(".jar"))
                            .map(name -> name.substring(LIBRARIES.length(), name.length() - ".jar".length())))
                    .filteredOn(library -> !library.startsWith(PACKAGER_TOOLS))
                    .allMatch(library -> listed.stream().anyMatch(library::startsWith));
        }
    }
}
