package io.weir.lab.log;

import io.weir.lab.log.KnownFormats.Chosen;
import io.weir.lab.traffic.Arrival;
import io.weir.lab.traffic.MergedSources;
import io.weir.lab.traffic.ReorderWindow;
import io.weir.lab.traffic.Traffic;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** The requests of access logs: of several hosts or of one after rotation, merged by time. */
public final class LogTraffic implements Traffic {

    private final List<Path> files;
    private final LogOptions options;
    private final InputStream stdin;
    private final AtomicLong read = new AtomicLong();
    private volatile LogTally tally = new LogTally();
    private volatile String said = "";

    /** @param files {@code -} is standard input, which can be read once only */
    public LogTraffic(List<Path> files, LogOptions options, InputStream stdin) {
        this.files = List.copyOf(files);
        this.options = options;
        this.stdin = stdin;
    }

    public static LogTraffic of(Path file, LogOptions options) {
        return new LogTraffic(List.of(file), options, InputStream.nullInputStream());
    }

    /** Returns the counts of the last reading. */
    public LogTally tally() {
        return tally;
    }

    /** Returns how many bytes of the files the last reading has read so far. */
    public long bytesRead() {
        return read.get();
    }

    /** Returns the size of all files; 0 if it is unknown. */
    public long bytes() throws IOException {
        long bytes = 0;
        for (Path file : files) {
            if (!Files.isRegularFile(file)) {
                return 0;
            }
            bytes += Files.size(file);
        }
        return bytes;
    }

    public boolean isRepeatable() {
        return files.stream().allMatch(Files::isRegularFile);
    }

    /** Returns the format of each file and the fields that are used, once reading has begun. */
    public String said() {
        return said;
    }

    @Override
    public void forEach(Consumer<Arrival> consumer) throws IOException {
        tally = new LogTally();
        read.set(0);
        List<LogInput> inputs = new ArrayList<>();
        try {
            List<ReorderWindow> sources = new ArrayList<>();
            List<String> formats = new ArrayList<>();
            for (Path file : files) {
                LogInput input = new LogInput(file, stdin, read);
                inputs.add(input);
                Chosen chosen = chosen(input);
                formats.add(file + ": " + chosen.name() + ", " + fields(chosen.mapping()));
                LogFile lines = new LogFile(file, input, chosen, options.proxies(), tally);
                sources.add(new ReorderWindow(lines, options.reorder(), lines::isCoarse, tally::tooLate));
            }
            said = String.join("\n", formats);
            MergedSources merged = new MergedSources(sources);
            for (Arrival arrival = merged.next(); arrival != null; arrival = merged.next()) {
                consumer.accept(arrival);
            }
            tally.refuseIfWrong();
        } finally {
            for (LogInput input : inputs) {
                input.close();
            }
        }
    }

    private Chosen chosen(LogInput input) {
        return options.format().isPresent()
                ? KnownFormats.named(options.format().get(), input.sample(), options.mapping())
                : KnownFormats.guess(input.sample(), options.mapping());
    }

    private static String fields(Mapping mapping) {
        TreeMap<LogProperty, String> sorted = new TreeMap<>(mapping.fields());
        List<String> words = new ArrayList<>();
        sorted.forEach((property, field) -> words.add(property.word() + "=" + field));
        mapping.headers().forEach((header, field) -> words.add("header." + header + "=" + field));
        return String.join(" ", words);
    }
}
