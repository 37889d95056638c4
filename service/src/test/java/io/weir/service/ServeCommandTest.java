package io.weir.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

final class ServeCommandTest {

    private final StringWriter errors = new StringWriter();

    private int run(String... arguments) {
        return new CommandLine(new Weir()).setErr(new PrintWriter(errors)).execute(arguments);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    --port 70000   | --port must be from 0 to 65535, but was 70000
                    --port x       | Invalid value for option '--port': 'x' is not an int
                    --prot 8080    | Unknown options: '--prot', '8080'
                    --bind 0.0.0.0 | --bind 0.0.0.0 lets other machines check: protect it with --check-token, or say --open
                    """)
    void aWrongOptionSaysWhatIsRight(String options, String message) {
        String[] arguments = ("serve " + options).split(" ", -1);
        assertThat(run(arguments)).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(errors.toString()).contains(message);
    }

    @Test
    void theAdminTokenIsMadeOnceForItsOwnerOnly(@TempDir Path folder) throws Exception {
        Path dataDir = folder.resolve("data");
        String token = AdminToken.readOrMake(dataDir);
        assertThat(token).hasSizeGreaterThanOrEqualTo(32);
        assertThat(AdminToken.readOrMake(dataDir)).isEqualTo(token);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(AdminToken.file(dataDir))))
                .isEqualTo("rw-------");
    }
}
