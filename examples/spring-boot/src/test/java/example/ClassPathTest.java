package example;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The dependencies that the starter brings to a servlet application. */
final class ClassPathTest {

    @Test
    void anApplicationThatCountsInMemoryHasNeitherLettuceNorNetty() {
        List<String> jars = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(entry -> Path.of(entry).getFileName().toString())
                .toList();
        assertThat(jars).anyMatch(jar -> jar.startsWith("spring-webmvc"));
        assertThat(jars).noneMatch(jar -> jar.matches("(reactor-)?(netty|lettuce)-.*"));
        assertThat(getClass().getClassLoader().getResource("io/weir/spring/RateLimited.class"))
                .isNotNull();
        assertThat(getClass().getClassLoader().getResource("io/weir/redis/RedisStore.class"))
                .isNull();
    }
}
