package io.weir.spring;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The arrows and rooms of the starter, which ArchitectureTest of the other modules does not see. */
final class StarterArchitectureTest {

    private static final int MOST_TYPES = 20;

    private static final JavaClasses WEIR = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.weir");

    private static Stream<JavaClass> topLevel() {
        return WEIR.stream()
                .filter(type -> type.getEnclosingClass().isEmpty())
                .filter(type -> !type.getSimpleName().equals("package-info"));
    }

    @Test
    void nothingButApplicationsNeedsTheStarter() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.weir.spring..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.weir.spring..")
                .check(WEIR);
    }

    @Test
    void nothingElseNeedsSpringButTheTablesOfTheGuard() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.weir.spring..", "io.weir.guard.jdbc..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.springframework..")
                .check(WEIR);
    }

    @Test
    void onlyTheRoomsOfTheGuardNeedTheGuard() {
        noClasses()
                .that()
                .resideInAPackage("io.weir.spring..")
                .and()
                .resideOutsideOfPackages(
                        "io.weir.spring.login..",
                        "io.weir.spring.internal.guard..",
                        "io.weir.spring.internal.actuator..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.weir.guard..")
                .check(WEIR);
    }

    @Test
    void theStarterNeedsNothingOfTheServiceOrTheTestkit() {
        noClasses()
                .that()
                .resideInAPackage("io.weir.spring..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.weir.service..", "io.weir.cli..", "io.weir.bench..", "io.weir.testkit..")
                .check(WEIR);
    }

    @Test
    void servletAndReactiveFiltersDoNotKnowEachOther() {
        noClasses()
                .that()
                .resideInAPackage("io.weir.spring.internal.web.servlet..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.weir.spring.internal.web.reactive..")
                .check(WEIR);
        noClasses()
                .that()
                .resideInAPackage("io.weir.spring.internal.web.reactive..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.weir.spring.internal.web.servlet..")
                .check(WEIR);
    }

    @Test
    void noPackageHasMoreThanTwentyTypes() {
        Map<String, List<String>> typesByPackage = topLevel()
                .collect(groupingBy(
                        JavaClass::getPackageName, TreeMap::new, mapping(JavaClass::getSimpleName, toList())));
        assertThat(typesByPackage)
                .containsKey("io.weir.spring")
                .allSatisfy((name, types) -> assertThat(types).as(name).hasSizeLessThanOrEqualTo(MOST_TYPES));
    }

    @Test
    void noTwoTypesShareAName() {
        Map<String, List<String>> packagesByType = topLevel()
                .collect(groupingBy(
                        JavaClass::getSimpleName, TreeMap::new, mapping(JavaClass::getPackageName, toList())));
        assertThat(packagesByType)
                .allSatisfy((name, packages) -> assertThat(packages).as(name).hasSize(1));
    }
}
