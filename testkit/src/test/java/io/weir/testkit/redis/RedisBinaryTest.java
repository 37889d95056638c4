package io.weir.testkit.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedisBinaryTest {

    @TempDir
    private Path folder;

    @Test
    void usesTheBundledRedisIfNoneIsInstalled() {
        RedisBinary binary = RedisBinary.choose(null, folder.toString());
        assertThat(binary.isEmbedded()).isTrue();
        assertThat(binary.version()).isEqualTo("7.0.15");
        assertThat(binary.path()).isExecutable();
    }

    @Test
    void usesAnInstalledRedis() throws IOException {
        Path newer = program("redis-server", "Redis server v=8.0.2 sha=00000000:0 bits=64");
        RedisBinary binary = RedisBinary.choose(null, "/nowhere" + File.pathSeparator + folder);
        assertThat(binary.isEmbedded()).isFalse();
        assertThat(binary.path()).isEqualTo(newer);
        assertThat(binary).hasToString(newer + " 8.0.2");
    }

    @Test
    void usesValkeyInsteadOfARedisThatIsTooOld() throws IOException {
        program("redis-server", "Redis server v=6.0.16 sha=00000000:0 bits=64");
        Path valkey = program("valkey-server", "Valkey server v=8.1.0 sha=00000000:0 bits=64");
        assertThat(RedisBinary.choose(null, folder.toString()).path()).isEqualTo(valkey);
    }

    @Test
    void usesTheRedisThatTheVariableNamesInAnyVersion() throws IOException {
        Path old = program("my-redis", "Redis server v=6.2.1 sha=00000000:0 bits=64");
        assertThat(RedisBinary.choose(old.toString(), "").version()).isEqualTo("6.2.1");
    }

    @Test
    void rejectsAVariableThatNamesNoRedis() throws IOException {
        String other = program("other", "Hello").toString();
        for (String named : new String[] {"/nowhere/redis-server", folder.toString(), other}) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> RedisBinary.choose(named, ""))
                    .withMessageContaining("WEIR_TEST_REDIS_SERVER is '" + named + "'")
                    .withMessageContaining("set it to the path of one, or unset it");
        }
    }

    private Path program(String name, String output) throws IOException {
        Path program = Files.writeString(folder.resolve(name), "#!/bin/sh\necho '" + output + "'\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return program;
    }
}
