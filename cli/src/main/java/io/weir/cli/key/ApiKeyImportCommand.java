package io.weir.cli.key;

import io.weir.cli.command.ExitCode;
import io.weir.cli.command.ServerCall;
import io.weir.cli.command.ServerOptions;
import io.weir.cli.command.WeirCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code weir api-key import}: takes over keys that another system issued, all or none. */
@Command(
        name = "import",
        description = "Takes over keys of another system, all or none.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Example:",
            "  weir api-key import keys.jsonl",
            "",
            "Each line is a JSON object: {\"owner\":\"acme\",\"name\":\"orders\",\"sha256\":\"…\"}, or with key, the",
            "secret itself, in place of sha256. The other fields are those of weir api-key create."
        })
final class ApiKeyImportCommand extends WeirCommand {

    @Parameters(paramLabel = "<file>", description = "Lines of JSON; - for the standard input.")
    private String file = "";

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Mixin
    private final KeyAuthorOptions author = new KeyAuthorOptions();

    @Override
    protected ExitCode run() throws InterruptedException {
        ServerCall call = author.change("/import");
        return server.send(
                new ServerCall(call.method(), call.target(), Map.of("Content-Type", "application/x-ndjson"), lines()),
                answer -> answer.path("ids").size() + " keys imported");
    }

    private String lines() {
        try {
            return file.equals("-")
                    ? new String(System.in.readAllBytes(), StandardCharsets.UTF_8)
                    : Files.readString(Path.of(file));
        } catch (IOException unreadable) {
            throw wrong("Cannot read " + file + ": " + unreadable);
        }
    }
}
