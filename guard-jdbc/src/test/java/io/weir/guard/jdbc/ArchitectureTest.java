package io.weir.guard.jdbc;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

final class ArchitectureTest {

    @Test
    void theDatabaseNeedsNothingButGuardSpringJdbcAndFlyway() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.weir.guard..",
                        "io.weir.classify",
                        "io.weir.limit",
                        "io.weir.policy.rule",
                        "org.springframework.dao..",
                        "org.springframework.jdbc..",
                        "org.springframework.transaction..",
                        "org.flywaydb.core..",
                        "java..",
                        "javax.sql..",
                        "org.jspecify..")
                .check(new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .importPackages("io.weir.guard.jdbc"));
    }
}
