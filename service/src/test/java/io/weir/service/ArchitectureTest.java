package io.weir.service;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The arrows of docs/architecture.md point one way. */
final class ArchitectureTest {

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

    @Test
    void arrowsPointOneWay() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("limiter")
                .definedBy("io.weir")
                .layer("store")
                .definedBy("io.weir.store..")
                .layer("memory")
                .definedBy("io.weir.memory..")
                .layer("time")
                .definedBy("io.weir.time..")
                .layer("policy")
                .definedBy("io.weir.policy..")
                .layer("failure")
                .definedBy("io.weir.failure..")
                .layer("classify")
                .definedBy("io.weir.classify..")
                .layer("limit")
                .definedBy("io.weir.limit..")
                .layer("document")
                .definedBy("io.weir.document..")
                .layer("metrics")
                .definedBy("io.weir.metrics..")
                .layer("http")
                .definedBy("io.weir.http..")
                .layer("live")
                .definedBy("io.weir.live..")
                .layer("service")
                .definedBy("io.weir.service..")
                .whereLayer("limit")
                .mayNotAccessAnyLayer()
                .whereLayer("time")
                .mayNotAccessAnyLayer()
                .whereLayer("memory")
                .mayOnlyAccessLayers("store", "limit", "time")
                .whereLayer("classify")
                .mayNotAccessAnyLayer()
                .whereLayer("document")
                .mayNotAccessAnyLayer()
                .whereLayer("store")
                .mayOnlyAccessLayers("limit")
                .whereLayer("policy")
                .mayOnlyAccessLayers("store", "classify", "limit", "time")
                .whereLayer("failure")
                .mayOnlyAccessLayers("memory", "store", "limit", "time")
                .whereLayer("limiter")
                .mayOnlyAccessLayers("memory", "store", "limit", "time")
                .whereLayer("metrics")
                .mayOnlyAccessLayers("limiter", "policy", "failure", "memory", "store", "classify", "limit", "time")
                .whereLayer("http")
                .mayOnlyAccessLayers("policy", "store", "classify", "limit", "time")
                .whereLayer("live")
                .mayOnlyAccessLayers("policy", "document", "limit", "time")
                .whereLayer("service")
                .mayNotBeAccessedByAnyLayer()
                .check(WEIR);
    }

    @Test
    void packagesAreFreeOfCycles() {
        slices().matching("io.weir.(*)..")
                .should()
                .beFreeOfCycles()
                // The command line starts the load generator, which uses the parts of commands.
                .ignoreDependency(resideInAPackage("io.weir.cli.."), resideInAPackage("io.weir.bench.."))
                .check(WEIR);
    }

    @Test
    void coreNeedsNothingButTheJdk() {
        needOnly(CORE, "javax.crypto..");
    }

    @Test
    void metricsNeedNothingButCoreAndMicrometer() {
        needOnly(
                new String[] {"io.weir.metrics.."},
                "io.micrometer.core..",
                "io.micrometer.common..",
                "io.micrometer.observation..");
    }

    @Test
    void httpNeedsNothingButCoreAndServlets() {
        needOnly(new String[] {"io.weir.http.."}, "jakarta.servlet..");
    }

    @Test
    void livePoliciesNeedNothingButCoreAndPolicyFiles() {
        needOnly(new String[] {"io.weir.live.."}, "io.weir.policyfile..");
    }

    /** Beside each other, core, the JDK and annotations. */
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
