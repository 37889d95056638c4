package io.weir.cli.simulate;

import io.weir.classify.Cidr;
import io.weir.classify.TrustedProxies;
import io.weir.cli.command.WeirOptions;
import io.weir.lab.log.LogOptions;
import io.weir.lab.log.LogTraffic;
import io.weir.lab.log.Mapping;
import io.weir.lab.traffic.Arrival;
import io.weir.lab.traffic.CallerTable;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The logs that are replayed, and which of their requests. */
final class TrafficOptions extends WeirOptions {

    private static final Pattern PART = Pattern.compile("([1-9][0-9]{0,3})/([1-9][0-9]{0,3})");

    @Parameters(
            paramLabel = "<log>",
            arity = "1..*",
            description = "Access logs, plain or gzip, merged by time; - is standard input.")
    private List<Path> logs = List.of();

    @Option(
            names = "--format",
            paramLabel = "<name or text>",
            description =
                    "combined, common, nginx, nginx-main, apache, envoy, alb, cloudfront, w3c, caddy, traefik, json,"
                            + " csv, or the text of log_format (nginx), LogFormat (Apache) or Envoy; guessed if left out.")
    private @Nullable String format;

    @Option(
            names = "--map",
            paramLabel = "<property=field>",
            split = ",",
            description = "Where the log has user, api-key, tenant, tier, address, host, cost or header.<name>; such as"
                    + " user=$remote_user, or tier=user.plan in JSON.")
    private Map<String, String> map = new LinkedHashMap<>();

    @Option(
            names = "--trusted-proxies",
            paramLabel = "<network>",
            split = ",",
            description = "Networks whose X-Forwarded-For is believed, such as 10.0.0.0/8.")
    private List<Cidr> proxies = List.of();

    @Option(
            names = "--reorder",
            paramLabel = "<time>",
            defaultValue = "30s",
            description = "How far lines of one file may be out of order, 30s by default.")
    private Duration reorder = Duration.ofSeconds(30);

    @Option(names = "--from", paramLabel = "<time>", description = "Leaves out earlier requests: 2026-11-19T14:00:00Z.")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "<time>", description = "Leaves out requests from this time on.")
    private @Nullable String to;

    @Option(
            names = "--part",
            paramLabel = "<n/m>",
            description = "Takes one of m parts of the callers, each caller as a whole: 1/10.")
    private @Nullable String part;

    LogTraffic traffic(InputStream stdin) {
        for (Path log : logs) {
            if (!log.equals(Path.of("-")) && !Files.exists(log)) {
                throw wrong("Cannot read " + log + ": there is no such file");
            }
        }
        try {
            LogOptions options =
                    new LogOptions(Optional.ofNullable(format), Mapping.of(map), new TrustedProxies(proxies), reorder);
            return new LogTraffic(logs, options, stdin);
        } catch (IllegalArgumentException wrong) {
            throw wrong("--map: " + wrong.getMessage());
        }
    }

    /** Returns which requests to replay; adds to the notes what is left out. */
    Predicate<Arrival> wanted(List<String> notes) {
        Predicate<Arrival> wanted = arrival -> true;
        if (from != null) {
            long micros = micros("--from", from);
            wanted = wanted.and(arrival -> arrival.atMicros() >= micros);
        }
        if (to != null) {
            long micros = micros("--to", to);
            wanted = wanted.and(arrival -> arrival.atMicros() < micros);
        }
        if (part != null) {
            Matcher numbers = PART.matcher(part);
            if (!numbers.matches() || Integer.parseInt(numbers.group(1)) > Integer.parseInt(numbers.group(2))) {
                throw wrong("--part must be like 1/10, but was " + part);
            }
            int which = Integer.parseInt(numbers.group(1));
            int parts = Integer.parseInt(numbers.group(2));
            wanted = wanted.and(arrival -> CallerTable.isInPart(arrival.request(), which, parts));
            notes.add(
                    "Only part " + part + " of the callers is here, so rules that many callers share deny too little.");
        }
        return wanted;
    }

    private long micros(String option, String time) {
        try {
            return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(time));
        } catch (DateTimeParseException invalid) {
            throw wrong(option + " must be like 2026-11-19T14:00:00Z, but was " + time);
        }
    }
}
