package io.weir.guard.jwt;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

final class ArchitectureTest {

    @Test
    void tokensNeedNothingButCoreAndNimbus() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.weir.guard.jwt",
                        "io.weir.classify",
                        "io.weir.policy.rule",
                        "io.weir.time",
                        "com.nimbusds.jose..",
                        "com.nimbusds.jwt..",
                        "java..",
                        "org.jspecify..")
                .check(new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .importPackages("io.weir.guard.jwt"));
    }
}
