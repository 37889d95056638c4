package io.weir.guard;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

final class ArchitectureTest {

    private static final JavaClasses GUARD = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.weir.guard");

    @Test
    void guardNeedsNothingButCoreAndTheJdk() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.weir.guard..",
                        "io.weir.classify",
                        "io.weir.document.spi",
                        "io.weir.limit",
                        "io.weir.policy",
                        "io.weir.policy.challenge",
                        "io.weir.policy.rule",
                        "io.weir.store",
                        "io.weir.store.spi",
                        "io.weir.time",
                        "java..",
                        "javax.crypto..",
                        "org.jspecify..")
                .check(GUARD);
    }

    @Test
    void roomsAreFreeOfCycles() {
        slices().matching("io.weir.guard.(**)").should().beFreeOfCycles().check(GUARD);
    }

    @Test
    void verifyingNeedsNoAdministration() {
        noClasses()
                .that()
                .resideInAPackage("io.weir.guard.key.verify")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.weir.guard.key.admin")
                .check(GUARD);
    }
}
