package io.weir.testkit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The arrows of docs/architecture.md point one way. */
final class ArchitectureTest {

    private static final JavaClasses WEIR = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.weir");

    @Test
    void arrowsPointOneWay() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("limiter")
                .definedBy("io.weir")
                .layer("store")
                .definedBy("io.weir.store..")
                .layer("limit")
                .definedBy("io.weir.limit..")
                .layer("classify")
                .definedBy("io.weir.classify..")
                .layer("testkit")
                .definedBy("io.weir.testkit..")
                .whereLayer("testkit")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("limiter")
                .mayOnlyBeAccessedByLayers("testkit")
                .whereLayer("classify")
                .mayOnlyBeAccessedByLayers("limiter", "testkit")
                .whereLayer("store")
                .mayOnlyBeAccessedByLayers("limiter", "testkit")
                .whereLayer("limit")
                .mayOnlyBeAccessedByLayers("store", "limiter", "testkit")
                .check(WEIR);
    }

    @Test
    void packagesAreFreeOfCycles() {
        slices().matching("io.weir.(*)..").should().beFreeOfCycles().check(WEIR);
    }

    @Test
    void coreNeedsNothingButTheJdk() {
        classes()
                .that()
                .resideInAnyPackage("io.weir", "io.weir.classify..", "io.weir.limit..", "io.weir.store..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.weir",
                        "io.weir.classify..",
                        "io.weir.limit..",
                        "io.weir.store..",
                        "java..",
                        "org.jspecify..")
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
