package io.weir.cli.audit;

import io.weir.cli.command.CommandFailure;
import io.weir.cli.command.ExitCode;
import io.weir.cli.command.ServerOptions;
import io.weir.cli.command.WeirCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code weir audit export}: writes rows as lines of JSON, a page at a time. */
@Command(
        name = "export",
        description = "Writes rows of the audit as lines of JSON, the oldest first.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  weir audit export --out audit.jsonl",
            "  weir audit export --from 2026-01-01T00:00:00Z | gzip > audit.jsonl.gz"
        })
final class AuditExportCommand extends WeirCommand {

    private static final long TOLD_EVERY = 10_000;

    @Option(
            names = "--out",
            paramLabel = "<file>",
            description = "A new file to write to, instead of the standard output; tells the progress meanwhile.")
    private @Nullable Path file;

    @Mixin
    private final AuditFilterOptions filter = new AuditFilterOptions();

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Override
    protected ExitCode run() throws InterruptedException {
        if (file == null) {
            export(out());
            return ExitCode.DONE;
        }
        try (PrintWriter lines = new PrintWriter(Files.newBufferedWriter(file, StandardOpenOption.CREATE_NEW))) {
            long rows = export(lines);
            if (lines.checkError()) {
                throw new CommandFailure(ExitCode.BROKEN, "Cannot write " + file + ": is the disk full?");
            }
            err().println(rows + " rows in " + file);
            return ExitCode.DONE;
        } catch (FileAlreadyExistsException exists) {
            throw wrong(file + " exists; name a new file, or go on with --after the last row in it");
        } catch (IOException | UncheckedIOException unwritable) {
            throw wrong("Cannot write " + file + ": " + unwritable.getMessage());
        }
    }

    private long export(PrintWriter lines) throws InterruptedException {
        long written = 0;
        long last = filter.after();
        for (JsonNode page = page(last); !page.isEmpty(); page = page(last)) {
            for (JsonNode row : page) {
                lines.println(JsonMapper.shared().writeValueAsString(row));
                last = row.path("seq").asLong();
                written++;
                if (file != null && written % TOLD_EVERY == 0) {
                    err().println(written + " rows, up to row " + last);
                }
            }
            lines.flush();
        }
        return written;
    }

    private JsonNode page(long after) throws InterruptedException {
        return server.ask(filter.get("", after, "&limit=1000")).path("rows");
    }
}
