package io.weir.bench;

import io.weir.cli.command.CommandFailure;
import io.weir.cli.command.ExitCode;
import io.weir.cli.command.ServerCall;
import io.weir.cli.command.ServerOptions;
import io.weir.cli.command.WeirOptions;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;

/** The options of a scenario. */
final class ScenarioOptions extends WeirOptions {

    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final int MOST_PER_SECOND = 20_000;

    @Option(
            names = "--scenario",
            paramLabel = "<name>",
            description = "Plays ${COMPLETION-CANDIDATES} to a server with a policy like policies/ready.yml, at an even"
                    + " pace, and says which alert to expect.")
    private @Nullable Scenario scenario;

    @Option(
            names = "--for",
            paramLabel = "<time>",
            description = "How long the scenario takes, from 1s to 1h; by default long enough for its alert.")
    private @Nullable Duration span;

    @Option(
            names = "--rate",
            paramLabel = "<n>",
            description = "The requests per second of the loud callers, 0 for none.")
    private @Nullable Integer rate;

    @Option(
            names = "--redis-pid",
            paramLabel = "<pid>",
            description =
                    "For redis-outage: a Redis on this machine to stop by a signal, for the middle third. Without it"
                            + " you are asked to stop yours.")
    private @Nullable Long redisPid;

    boolean isAskedFor() {
        if (scenario == null && (span != null || rate != null || redisPid != null)) {
            throw wrong("--for, --rate and --redis-pid need a --scenario");
        }
        return scenario != null;
    }

    ExitCode play(ServerOptions server, InetSocketAddress address) throws InterruptedException {
        Scenario played = scenario == null ? Scenario.FLOOD : scenario;
        refuseMisuse(played, server);
        Duration lasting = span == null ? played.span() : span;
        double perSecond = rate == null ? played.loudPerSecond() : rate;
        List<Crowd> crowds = played.crowds(perSecond);
        for (Crowd crowd : crowds) {
            refuseWithoutRule(crowd, server);
        }
        if (played == Scenario.REDIS_OUTAGE) {
            refuseMemory(server);
        }
        PacedLoop.Evaluations evaluations = PacedLoop.Evaluations.at(address, server.httpUrl(), server.token());
        try (ScenarioRun run = new ScenarioRun(played, lasting, spec().commandLine(), held(server))) {
            return run.play(evaluations, crowds, server.json());
        }
    }

    private void refuseMisuse(Scenario played, ServerOptions server) {
        ParseResult given = spec().commandLine().getParseResult();
        if (Stream.of("--requests", "--connections", "--keys").anyMatch(given::hasMatchedOption)) {
            throw server.wrong("--requests, --connections and --keys are for a bench without --scenario");
        }
        if (span != null && (span.compareTo(SHORTEST) < 0 || span.compareTo(LONGEST) > 0)) {
            throw server.wrong("--for must be from 1s to 1h");
        }
        if (rate != null && (rate < 0 || rate > MOST_PER_SECOND)) {
            throw server.wrong("--rate must be from 0 to " + MOST_PER_SECOND);
        }
        if (redisPid != null && played != Scenario.REDIS_OUTAGE) {
            throw server.wrong("--redis-pid is for --scenario redis-outage");
        }
    }

    private static void refuseWithoutRule(Crowd crowd, ServerOptions server) throws InterruptedException {
        String request = crowd.description().of(0, 0);
        JsonNode verdict = server.ask(ServerCall.explain(request));
        boolean limited = verdict.path("rulings")
                .valueStream()
                .anyMatch(ruling -> ruling.path("enforced").asBoolean());
        if (!limited) {
            throw new CommandFailure(
                    ExitCode.NO,
                    "The server enforces no rule on " + request
                            + ": start it with weir serve --policy policies/ready.yml, or weir policy push policies/ready.yml");
        }
    }

    private static void refuseMemory(ServerOptions server) throws InterruptedException {
        JsonNode health = server.ask(ServerCall.health());
        if (!health.at("/components/store/details/kind").asString().equals("redis")) {
            throw new CommandFailure(
                    ExitCode.NO, "The server counts in its memory: start it with --redis to see an outage of that");
        }
    }

    private @Nullable HeldRedis held(ServerOptions server) {
        try {
            return redisPid == null ? null : HeldRedis.of(redisPid);
        } catch (IllegalArgumentException wrong) {
            throw server.wrong(String.valueOf(wrong.getMessage()));
        }
    }
}
