package io.weir.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The promises to projects that use the modules of the library. */
final class PublishedModulesTest {

    private static final Path ROOT = Path.of("..");

    private static String pom(String module) throws IOException {
        return Files.readString(ROOT.resolve(module).resolve("pom.xml"));
    }

    private static Stream<String> all(String pattern, String text) {
        return Pattern.compile(pattern).matcher(text).results().map((MatchResult found) -> found.group(1));
    }

    private static String version() throws IOException {
        return all("<version>(.+?)</version>", pom("")).findFirst().orElseThrow();
    }

    /** Returns the folders of the published modules. */
    private static List<String> published() throws IOException {
        return all("<groupId>io\\.weir</groupId>\\s+<artifactId>weir-(.+?)</artifactId>", pom("bom"))
                .filter(module -> !module.equals("bom"))
                .toList();
    }

    @Test
    void theBomListsEveryModuleInTheSameVersion() throws IOException {
        String managed = pom("").replaceAll("(?s).*<dependencyManagement>(.*)</dependencyManagement>.*", "$1");
        assertThat(published())
                .containsExactlyInAnyOrderElementsOf(
                        all("<artifactId>weir-(.+?)</artifactId>", managed).toList());
        assertThat(pom("bom")).doesNotContain("<parent>").contains("<version>" + version() + "</version>");
    }

    @Test
    void everyModuleHasTheNameOfAPackageOfItsOwn() throws IOException {
        List<String> names = Stream.of(published().toArray(String[]::new))
                .flatMap(module -> all("<module-name>(.+?)</module-name>", read(module)))
                .toList();
        assertThat(names).hasSameSizeAs(published()).doesNotHaveDuplicates();
        for (int i = 0; i < names.size(); i++) {
            assertThat(ROOT.resolve(published().get(i))
                            .resolve("src/main/java")
                            .resolve(names.get(i).replace('.', '/')))
                    .isDirectory();
        }
    }

    private static String read(String module) {
        try {
            return pom(module);
        } catch (IOException missing) {
            throw new AssertionError("no module " + module, missing);
        }
    }

    @Test
    void everyPublishedPomSaysWhatMavenCentralAsksFor() throws IOException {
        for (String module : published()) {
            assertThat(pom(module))
                    .as(module)
                    .containsPattern("<name>.+</name>")
                    .containsPattern("<description>.+</description>")
                    .doesNotContain("<maven.deploy.skip>true</maven.deploy.skip>");
        }
        for (String pom : List.of(pom(""), pom("bom"))) {
            String own = pom.replaceAll("(?s)<dependencyManagement>.*", "");
            assertThat(own)
                    .containsPattern("<name>.+</name>")
                    .containsPattern("<description>.+</description>")
                    .containsPattern("\\n  <url>https://.+</url>")
                    .containsPattern("(?s)<license>.*<name>Apache-2\\.0</name>.*<url>https://.+</url>.*</license>")
                    .containsPattern("(?s)<developer>.*<name>.+</name>.*</developer>")
                    .containsPattern("(?s)<scm.*<connection>scm:git:.+</connection>.*<url>https://.+</url>.*</scm>");
            if (!version().endsWith("-SNAPSHOT")) {
                assertThat(own).as("a release needs real addresses").doesNotContain("weir.invalid");
            }
        }
    }

    /** A module is in the BOM, or its POM says that it is not published. */
    @Test
    void everyOtherModuleIsNotDeployed() throws IOException {
        List<String> published = published();
        List<String> others = all("<module>(.+?)</module>", pom(""))
                .filter(module -> !module.equals("bom") && !published.contains(module))
                .toList();
        assertThat(others)
                .isNotEmpty()
                .allSatisfy(module -> assertThat(pom(module))
                        .as("%s is not in bom/pom.xml, so its properties need maven.deploy.skip", module)
                        .contains("<maven.deploy.skip>true</maven.deploy.skip>"));
    }

    /** The versions in the code blocks that readers copy. */
    @Test
    void theDocumentationNamesTheCurrentVersion() throws IOException {
        for (String page : List.of("README.md", "docs/library.md", "docs/spring.md")) {
            String text = Files.readString(ROOT.resolve(page));
            assertThat(Stream.concat(
                            all("<version>(\\d.+?)</version>", text),
                            Stream.concat(
                                    all("io\\.weir:weir-[a-z-]+:([^\")]+)", text), all("version `(\\d.+?)`", text))))
                    .as(page)
                    .isNotEmpty()
                    .containsOnly(version());
            assertThat(text)
                    .as(page)
                    .contains("not published yet")
                    .satisfiesAnyOf(
                            here -> assertThat(here).contains(" install\n"),
                            here -> assertThat(here).contains("README.md#getting-the-library"));
        }
    }
}
