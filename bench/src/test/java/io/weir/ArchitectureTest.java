package io.weir;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.domain.PackageMatcher;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The arrows and rooms of docs/architecture.md, over all modules but the starter, which has a test of its own. */
final class ArchitectureTest {

    private static final int MOST_TYPES = 20;

    private static final JavaClasses WEIR = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.weir");

    private static final String[] CORE = {
        "io.weir",
        "io.weir.classify..",
        "io.weir.document..",
        "io.weir.failure..",
        "io.weir.limit..",
        "io.weir.memory..",
        "io.weir.policy..",
        "io.weir.store..",
        "io.weir.time.."
    };

    /** A set of packages, and the layers that these packages may use. */
    private record Layer(String name, String packages, Set<String> mayUse) {}

    private static Layer layer(String name, String packages, String... mayUse) {
        return new Layer(name, packages, Set.of(mayUse));
    }

    private static final List<Layer> LAYERS = List.of(
            layer("limit", "io.weir.limit.."),
            layer("time", "io.weir.time.."),
            layer("classify", "io.weir.classify.."),
            layer("document", "io.weir.document.."),
            layer("store", "io.weir.store..", "limit"),
            layer("memory", "io.weir.memory..", "store", "limit", "time"),
            layer("failure", "io.weir.failure..", "memory", "store", "limit", "time"),
            layer("limiter", "io.weir", "memory", "store", "limit", "time"),
            layer("policy", "io.weir.policy..", "store", "classify", "limit", "time"),
            layer("redis", "io.weir.redis..", "failure", "document", "store", "limit", "time"),
            layer(
                    "metrics",
                    "io.weir.metrics..",
                    "client",
                    "guard",
                    "limiter",
                    "policy",
                    "failure",
                    "memory",
                    "store",
                    "classify",
                    "limit",
                    "time"),
            layer("policyfile", "io.weir.policyfile..", "policy", "store", "classify", "limit", "time"),
            layer("live", "io.weir.live..", "policyfile", "policy", "document", "limit", "time"),
            layer("http", "io.weir.http..", "policy", "store", "classify", "limit", "time"),
            layer("guard", "io.weir.guard..", "policy", "document", "store", "classify", "limit", "time"),
            layer(
                    "service",
                    "io.weir.service..",
                    "guard",
                    "limiter",
                    "redis",
                    "metrics",
                    "live",
                    "http",
                    "policyfile",
                    "policy",
                    "failure",
                    "memory",
                    "document",
                    "store",
                    "classify",
                    "limit",
                    "time"),
            layer("lab", "io.weir.lab..", "policyfile", "policy", "memory", "store", "classify", "limit", "time"),
            layer(
                    "cli",
                    "io.weir.cli..",
                    "lab",
                    "service",
                    "guard",
                    "redis",
                    "metrics",
                    "live",
                    "http",
                    "policyfile",
                    "policy",
                    "failure",
                    "classify",
                    "limit"),
            layer("bench", "io.weir.bench..", "cli"),
            layer("client", "io.weir.client.."),
            layer(
                    "testkit",
                    "io.weir.testkit..",
                    "limiter",
                    "policy",
                    "failure",
                    "memory",
                    "store",
                    "document",
                    "classify",
                    "limit",
                    "time"),
            layer("blackbox", "io.weir.blackbox.."));

    @Test
    void arrowsPointOneWay() {
        LayeredArchitecture layers = layeredArchitecture().consideringOnlyDependenciesInLayers();
        for (Layer layer : LAYERS) {
            layers = layers.layer(layer.name()).definedBy(layer.packages());
        }
        for (Layer layer : LAYERS) {
            layers = layer.mayUse().isEmpty()
                    ? layers.whereLayer(layer.name()).mayNotAccessAnyLayer()
                    : layers.whereLayer(layer.name())
                            .mayOnlyAccessLayers(layer.mayUse().toArray(String[]::new));
        }
        layers.check(WEIR);
    }

    @Test
    void everyPackageBelongsToALayer() {
        List<PackageMatcher> listed = LAYERS.stream()
                .map(layer -> PackageMatcher.of(layer.packages()))
                .toList();
        assertThat(typesByPackage().keySet())
                .hasSizeGreaterThan(40)
                .allMatch(name -> listed.stream().anyMatch(layer -> layer.matches(name)));
    }

    @Test
    void packagesAreFreeOfCycles() {
        slices().matching("io.weir.(*)..").should().beFreeOfCycles().check(WEIR);
    }

    /** A package with more types is split by subject. */
    @Test
    void noPackageHasMoreThanTwentyTypes() {
        assertThat(typesByPackage())
                .allSatisfy((name, types) -> assertThat(types).as(name).hasSizeLessThanOrEqualTo(MOST_TYPES));
    }

    @Test
    void noTwoTypesShareAName() {
        Map<String, List<String>> packagesByType = topLevel()
                .collect(groupingBy(
                        JavaClass::getSimpleName, TreeMap::new, mapping(JavaClass::getPackageName, toList())));
        assertThat(packagesByType).hasSizeGreaterThan(400);
        packagesByType.values().removeIf(packages -> packages.size() == 1);
        assertThat(packagesByType).isEmpty();
    }

    @Test
    void everyPackageSaysWhatLivesInIt() {
        Set<JavaPackage> packages =
                WEIR.getDefaultPackage().getPackage("io.weir").getSubpackagesInTree();
        assertThat(packages)
                .filteredOn(each -> each.getClasses().stream().anyMatch(type -> !isPackageInfo(type)))
                .hasSizeGreaterThan(40)
                .allMatch(each -> each.isAnnotatedWith("org.jspecify.annotations.NullMarked"));
    }

    private static Map<String, List<String>> typesByPackage() {
        return topLevel()
                .collect(groupingBy(
                        JavaClass::getPackageName, TreeMap::new, mapping(JavaClass::getSimpleName, toList())));
    }

    private static Stream<JavaClass> topLevel() {
        return WEIR.stream().filter(type -> type.getEnclosingClass().isEmpty()).filter(type -> !isPackageInfo(type));
    }

    private static boolean isPackageInfo(JavaClass type) {
        return type.getSimpleName().equals("package-info");
    }

    @Test
    void coreNeedsNothingButTheJdk() {
        needOnly(CORE, "javax.crypto..");
    }

    @Test
    void metricsNeedNothingButCoreGuardClientAndMicrometer() {
        needOnly(
                new String[] {"io.weir.metrics.."},
                "io.weir.client..",
                "io.weir.guard..",
                "io.micrometer.core..",
                "io.micrometer.common..",
                "io.micrometer.observation..");
    }

    @Test
    void theClientNeedsNothingButTheJdk() {
        classes()
                .that()
                .resideInAnyPackage("io.weir.client", "io.weir.client.patience", "io.weir.client.spi")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.weir.client",
                        "io.weir.client.patience",
                        "io.weir.client.spi",
                        "java..",
                        "javax.net.ssl..",
                        "org.jspecify..")
                .check(WEIR);
    }

    /** Users' choices know nothing of the decisions, and the decisions nothing of any HTTP client. */
    @Test
    void theRoomsOfTheClientAreFreeOfCycles() {
        slices().matching("io.weir.(**)")
                .should()
                .beFreeOfCycles()
                .check(WEIR.that(JavaClass.Predicates.resideInAPackage("io.weir.client..")));
    }

    @Test
    void httpNeedsNothingButCoreAndServlets() {
        needOnly(new String[] {"io.weir.http.."}, "jakarta.servlet..");
    }

    @Test
    void livePoliciesNeedNothingButCoreAndPolicyFiles() {
        needOnly(new String[] {"io.weir.live.."}, "io.weir.policyfile..");
    }

    /** The packages depend only on each other, core, the JDK, annotations, and {@code others}. */
    private static void needOnly(String[] packages, String... others) {
        String[] allowed = Stream.of(packages, others, CORE, new String[] {"java..", "org.jspecify.."})
                .flatMap(Stream::of)
                .toArray(String[]::new);
        classes()
                .that()
                .resideInAnyPackage(packages)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(allowed)
                .check(WEIR);
    }

    @Test
    void namesSayWhatAThingIs() {
        noClasses()
                .should()
                .haveSimpleNameEndingWith("Impl")
                .orShould()
                .haveSimpleNameEndingWith("Manager")
                .orShould()
                .haveSimpleNameEndingWith("Helper")
                .orShould()
                .haveSimpleNameEndingWith("Util")
                .orShould()
                .haveSimpleNameEndingWith("Utils")
                .orShould()
                .haveSimpleNameEndingWith("Wrapper")
                .orShould()
                .haveSimpleNameStartingWith("Abstract")
                .orShould()
                .haveSimpleNameStartingWith("Default")
                .check(WEIR);
    }
}
