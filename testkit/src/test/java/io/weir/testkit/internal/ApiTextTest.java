package io.weir.testkit.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.testkit.StoreContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ApiTextTest {

    @TempDir
    private Path module;

    public interface Shape<T extends Number> extends Supplier<T> {

        int SIDES = 4;

        List<? super T> sides() throws IOException;

        default void draw() {}
    }

    static class Hidden {

        public void inherited() {}

        void own() {}
    }

    public static final class Square extends Hidden implements Comparable<Square> {

        public Square(int side) {}

        public static <E extends Enum<E>> Optional<E> named(Class<E> type, String... names) {
            return Optional.empty();
        }

        @Override
        public int compareTo(Square other) {
            return 0;
        }

        private void secret() {
            own();
        }

        @Override
        public String toString() {
            secret();
            return "square";
        }
    }

    public record Point(int x, Optional<String> name) {

        public Point(int x) {
            this(x, Optional.empty());
        }
    }

    public enum Colour {
        RED,
        BLUE
    }

    @Test
    void showsTypesAndMembersThatOtherPackagesCanUse() {
        String outer = ApiTextTest.class.getName();
        assertThat(ApiText.of(List.of(Shape.class, Square.class, Point.class, Colour.class)))
                .containsExactly(
                        "enum " + outer + ".Colour",
                        "  RED",
                        "  BLUE",
                        "",
                        "record " + outer + ".Point(int x, Optional<String> name)",
                        "  new(int)",
                        "",
                        "interface " + outer + ".Shape<T extends Number> extends Supplier<T>",
                        "  static int SIDES",
                        "  default void draw()",
                        "  List<? super T> sides() throws IOException",
                        "",
                        "final class " + outer + ".Square implements Comparable<ApiTextTest.Square>",
                        "  new(int)",
                        "  int compareTo(ApiTextTest.Square)",
                        "  void inherited()",
                        "  static <E extends Enum<E>> Optional<E> named(Class<E>, String[])");
    }

    @Test
    void aChangeIsReportedWithTheCommandThatAcceptsIt() throws IOException {
        Path file = module.resolve("api.txt");
        assertThatThrownBy(() -> ApiText.requireAsInFile(StoreContract.class, module))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("cp " + module.resolve("target/api.txt") + " " + file);
        List<String> lines = Files.readAllLines(module.resolve("target/api.txt"));
        assertThat(lines)
                .anyMatch(line -> line.contains(StoreContract.class.getName()))
                .noneMatch(line -> line.contains(".internal."));
        Files.write(file, lines);
        assertThatCode(() -> ApiText.requireAsInFile(StoreContract.class, module))
                .doesNotThrowAnyException();
    }

    @Test
    void aDifferenceNamesTypeAndMember() {
        List<String> before = List.of("final class io.weir.A implements B", "  void run()", "", "class io.weir.C");
        List<String> after = List.of("final class io.weir.A implements B", "  int run()", "", "class io.weir.D<T>");
        assertThat(ApiText.difference(before, after)).isEqualTo("""
                - io.weir.A: void run()
                - class io.weir.C
                + io.weir.A: int run()
                + class io.weir.D<T>
                """);
    }
}
