package io.weir.benchmarks;

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

/** The packages of the benchmarks, which the ArchitectureTest of the other modules does not cover. */
final class BenchmarksArchitectureTest {

    private static final int MOST_TYPES = 20;

    private static final JavaClasses WEIR = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.weir");

    private static Stream<JavaClass> topLevel() {
        return WEIR.stream()
                .filter(type -> type.getEnclosingClass().isEmpty())
                .filter(type -> !type.getSimpleName().equals("package-info"))
                // JMH generates classes beside those that it measures.
                .filter(type -> !type.getPackageName().endsWith("jmh_generated"));
    }

    @Test
    void noPackageHasMoreThanTwentyTypes() {
        Map<String, List<String>> typesByPackage = topLevel()
                .collect(groupingBy(
                        JavaClass::getPackageName, TreeMap::new, mapping(JavaClass::getSimpleName, toList())));
        assertThat(typesByPackage)
                .containsKey("io.weir.benchmarks")
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
