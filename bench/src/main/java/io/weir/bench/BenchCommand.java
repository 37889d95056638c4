package io.weir.bench;

import io.weir.bench.BenchConnection.Target;
import io.weir.cli.command.ExitCode;
import io.weir.cli.command.Progress;
import io.weir.cli.command.ServerOptions;
import io.weir.cli.command.WeirCommand;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import me.tongfei.progressbar.ProgressBar;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code weir bench}: sends checks to a running server as fast as it answers and reports the rate, or plays a scenario at an even
 * pace.
 */
@Command(
        name = "bench",
        description =
                "Loads a running server with checks and says how fast it answers, or shows it a scenario that makes an"
                        + " alert fire.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  weir bench --requests 200000 --connections 64 --keys 100000",
            "  weir bench --scenario flood --for 2min",
            "  weir bench --scenario redis-outage --redis-pid \"$(pidof redis-server)\""
        })
public final class BenchCommand extends WeirCommand {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Option(
            names = "--requests",
            paramLabel = "<n>",
            defaultValue = "100000",
            description = "How many checks to send, 100000 by default.")
    private int requests;

    @Option(
            names = "--connections",
            paramLabel = "<n>",
            defaultValue = "32",
            description = "How many connections send at once, 32 by default.")
    private int connections;

    @Option(
            names = "--keys",
            paramLabel = "<n>",
            defaultValue = "1000",
            description = "How many keys the checks are spread over, 1000 by default.")
    private int keys;

    @Mixin
    private final ScenarioOptions scenario = new ScenarioOptions();

    @Override
    protected ExitCode run() throws InterruptedException {
        return scenario.isAskedFor() ? scenario.play(server, address()) : checks();
    }

    private ExitCode checks() throws InterruptedException {
        if (requests < 1 || connections < 1 || keys < 1) {
            throw wrong("--requests, --connections and --keys must be at least 1");
        }
        Target target = Target.of(address(), server.httpUrl(), server.token(), keys);
        BenchTally tally = new BenchTally(requests);
        long start = System.nanoTime();
        try (ProgressBar progress = Progress.bar("checks")
                .setInitialMax(requests)
                .setUpdateIntervalMillis(250)
                .build()) {
            load(target, tally, progress);
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        out().println(server.json() ? tally.json(seconds) : tally.text(seconds));
        if (tally.firstFailure() != null) {
            err().println("The first failure: " + tally.firstFailure());
        }
        return tally.firstFailure() == null ? ExitCode.DONE : ExitCode.NO;
    }

    /** The first address of the server that can be reached. */
    private InetSocketAddress address() {
        URI url = server.httpUrl();
        if (url.getScheme().equalsIgnoreCase("https")) {
            throw wrong("bench speaks http only: name the address behind the proxy that ends TLS");
        }
        try {
            for (InetAddress address : InetAddress.getAllByName(url.getHost())) {
                InetSocketAddress socket = new InetSocketAddress(address, url.getPort() < 0 ? 80 : url.getPort());
                if (BenchConnection.isReachable(socket)) {
                    return socket;
                }
            }
        } catch (UnknownHostException unknown) {
            // An unknown host is reported as unreachable.
        }
        throw server.unreachable();
    }

    /** Sends the checks on half of the cores, because a server on this machine needs the others. */
    private void load(Target target, BenchTally tally, ProgressBar progress) throws InterruptedException {
        int count = Math.min(connections, Math.max(1, Runtime.getRuntime().availableProcessors() / 2));
        List<Thread> loops = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            int share = connections / count + (number < connections % count ? 1 : 0);
            loops.add(new Thread(new BenchLoop(target, share, tally, PATIENCE), "bench-" + number));
        }
        loops.forEach(Thread::start);
        for (Thread loop : loops) {
            while (loop.isAlive()) {
                loop.join(250);
                progress.stepTo(tally.done());
            }
        }
    }
}
