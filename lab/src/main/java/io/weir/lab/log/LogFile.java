package io.weir.lab.log;

import io.weir.classify.TrustedProxies;
import io.weir.lab.log.KnownFormats.Chosen;
import io.weir.lab.traffic.Arrival;
import io.weir.lab.traffic.ArrivalSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The requests of one file, in the order of its lines. */
final class LogFile implements ArrivalSource {

    private final Path file;
    private final LogInput input;
    private final LogFormat format;
    private final ArrivalReader reader;
    private final LineFields fields;
    private final LogTally tally;
    private long number;
    private long requests;

    LogFile(Path file, LogInput input, Chosen chosen, TrustedProxies proxies, LogTally tally) {
        this.file = file;
        this.input = input;
        this.format = chosen.reading();
        this.reader = new ArrivalReader(chosen.mapping(), proxies);
        this.fields = new LineFields(chosen.mapping().wanted().size());
        this.tally = tally;
    }

    /** Returns whether all times so far were whole seconds. */
    boolean isCoarse() {
        return reader.isCoarse();
    }

    @Override
    public @Nullable Arrival next() throws IOException {
        while (input.next()) {
            number++;
            tally.line();
            fields.clear();
            LogFormat.Line line = format.read(input.bytes(), input.lineFrom(), input.lineTo(), fields);
            Arrival arrival = line == LogFormat.Line.READ ? reader.read(fields) : null;
            if (arrival != null) {
                requests++;
                tally.request();
                return arrival;
            }
            if (line == LogFormat.Line.READ && reader.fault() == ArrivalReader.Fault.NO_REQUEST) {
                tally.noRequest();
            } else if (line != LogFormat.Line.SKIPPED) {
                tally.notRead(
                        file.toString(), number, Arrays.copyOfRange(input.bytes(), input.lineFrom(), input.lineTo()));
            }
        }
        if (requests > 0 && isCoarse()) {
            tally.wholeSeconds();
        }
        if (input.damage() != null) {
            tally.broken(file.toString(), input.damage());
        }
        input.close();
        return null;
    }
}
