package io.weir.cli.key;

import io.weir.cli.command.ExitCode;
import io.weir.cli.command.WeirCommand;
import io.weir.guard.key.FoundSecret;
import io.weir.guard.key.InvalidFieldException;
import io.weir.guard.key.KeyFormat;
import io.weir.guard.key.KeyScan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.json.JsonMapper;

/** {@code weir api-key scan}: finds keys that stand in files, without a server, and never prints them. */
@Command(
        name = "scan",
        description = "Finds API keys of Weir in files, by their form and checksum; needs no server.",
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  weir api-key scan src && git commit"})
final class ApiKeyScanCommand extends WeirCommand {

    @Parameters(paramLabel = "<file or folder>", description = "Of a folder, all files below it.")
    private Path place = Path.of("");

    @Option(
            names = "--key-prefix",
            paramLabel = "<word>",
            defaultValue = "weir",
            description = "The first word of the keys, weir by default; as weir serve has it.")
    private String prefix = "";

    @Option(names = "--json", description = "Prints the result as JSON.")
    private boolean json;

    @Override
    protected ExitCode run() {
        if (!Files.exists(place)) {
            throw wrong("There is no file or folder " + place);
        }
        KeyScan scan = KeyScan.of(place, format());
        if (json) {
            out().println(JsonMapper.shared()
                    .writeValueAsString(Map.of(
                            "found",
                            scan.found().stream().map(ApiKeyScanCommand::fields).toList(),
                            "unreadable",
                            scan.unreadable().stream().map(Path::toString).toList())));
        } else {
            scan.found()
                    .forEach(each -> out().println(each.file() + ":" + each.line() + ": "
                            + each.secret().hint()));
            scan.unreadable().forEach(file -> err().println("Cannot read " + file));
            out().println(summary(scan.found()));
        }
        return scan.found().isEmpty() ? ExitCode.DONE : ExitCode.NO;
    }

    private KeyFormat format() {
        try {
            return new KeyFormat(prefix);
        } catch (InvalidFieldException invalid) {
            throw wrong("--key-" + invalid.getMessage());
        }
    }

    private static Map<String, Object> fields(FoundSecret each) {
        return Map.of(
                "file", each.file().toString(),
                "line", each.line(),
                "hint", each.secret().hint());
    }

    private static String summary(List<FoundSecret> found) {
        return found.isEmpty()
                ? "no API key found"
                : found.size() + (found.size() == 1 ? " API key" : " API keys")
                        + " found: rotate or revoke them, since they may have been seen";
    }
}
