package io.weir.service;

import io.weir.classify.Cidr;
import io.weir.classify.TrustedProxies;
import io.weir.http.HeaderStyle;
import io.weir.policyfile.InvalidPolicyException;
import io.weir.service.ServiceSettings.LogFormat;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.web.server.PortInUseException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code weir serve}: runs the service until it is stopped. */
@Command(
        name = "serve",
        description = "Runs the service.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  weir serve",
            "  weir serve --port 9000",
            "  weir serve --bind 0.0.0.0 --check-token \"$CHECK_TOKEN\"",
            "  weir serve --redis redis://localhost",
            "  weir serve --policy policies/ready.yml",
            "  weir serve --envoy-config /etc/ratelimit/config",
            "",
            "Every option can also be an environment variable, such as WEIR_PORT=9000, or a line in weir.yml in the",
            "working directory, such as port: 9000."
        })
final class ServeCommand implements Callable<Integer> {

    private static final int MOST_JITTER_SECONDS = 3_600;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--port",
            paramLabel = "<port>",
            defaultValue = "8080",
            description = "The port to listen on, 8080 by default; 0 picks a free one.")
    private int port;

    @Option(
            names = "--bind",
            paramLabel = "<address>",
            defaultValue = "127.0.0.1",
            description = "The address to listen on, only this machine's own by default.")
    private String bind = "";

    @Option(
            names = "--data-dir",
            paramLabel = "<folder>",
            defaultValue = "${sys:user.home}/.weir",
            description = "Where the service keeps its files, ~/.weir by default.")
    private Path dataDir = Path.of("");

    @Option(
            names = "--admin-token",
            paramLabel = "<token>",
            description = "The token for administration; one is made in the data folder if none is given.")
    private @Nullable String adminToken;

    @Option(
            names = "--check-token",
            paramLabel = "<token>",
            description = "The token that checks need; none is needed by default.")
    private @Nullable String checkToken;

    @Option(names = "--open", description = "Lets everybody who reaches the address check without a token.")
    private boolean open;

    @Option(
            names = "--trusted-proxies",
            paramLabel = "<network>",
            split = ",",
            description =
                    "The proxies whose X-Forwarded-For or X-Real-IP is believed, such as 10.0.0.0/8; none by default.")
    private List<Cidr> trustedProxies = List.of();

    @Option(
            names = "--headers",
            paramLabel = "<dialect>",
            split = ",",
            defaultValue = "x-ratelimit",
            description = "The rate limit headers to send, separated by commas: x-ratelimit (the default), ratelimit,"
                    + " draft.")
    private Set<HeaderStyle.Dialect> headers = Set.of();

    @Option(
            names = "--headers-limit",
            paramLabel = "<number>",
            defaultValue = "capacity",
            description =
                    "What the headers give as the limit: capacity (the default), the most that can be had at once, or"
                            + " rate, the permits of one period.")
    private HeaderStyle.Shown headersLimit = HeaderStyle.Shown.CAPACITY;

    @Option(
            names = "--retry-after-jitter",
            paramLabel = "<seconds>",
            defaultValue = "0",
            description =
                    "By how many seconds, at most, Retry-After is longer than need be, at random, so that those who"
                            + " were refused together do not come back together; 0 by default.")
    private int retryAfterJitter;

    @Option(
            names = "--logs",
            paramLabel = "<format>",
            defaultValue = "text",
            description = "How to write log lines: text (the default) or json.")
    private LogFormat logs = LogFormat.TEXT;

    @Option(
            names = "--idle-timeout",
            paramLabel = "<time>",
            defaultValue = "20s",
            description = "How long a client may keep its connection waiting for a whole request, such as 300ms, 20s"
                    + " (the default) or 2min.")
    private Duration idleTimeout = Duration.ZERO;

    @Mixin
    private final StoreOptions storeOptions = new StoreOptions();

    @Mixin
    private final PolicyOptions policyOptions = new PolicyOptions();

    @Mixin
    private final SeeingOptions seeingOptions = new SeeingOptions();

    @Mixin
    private final FrontOptions frontOptions = new FrontOptions();

    @Mixin
    private final EnvoyOptions envoy = new EnvoyOptions();

    @Override
    public Integer call() throws Exception {
        CommandSpec command = spec();
        ServiceSettings settings = settings();
        WeirService service = start(settings);
        PrintWriter out = command.commandLine().getOut();
        out.printf("Weir is ready.%n");
        out.printf("  address  http://%s:%d%n", bind, service.port());
        out.printf("  store    %s%n", store(settings, service));
        out.printf("  policy   %s%n", PolicyOptions.describe(settings.policy(), service.policy()));
        service.envoy()
                .ifPresent(serving -> out.printf("  envoy    %s:%d, %s%n", bind, serving.port(), serving.summary()));
        out.printf(
                "  checks   %s%n", checkToken == null ? "open to all who reach the address" : "need the check token");
        out.printf(
                "  admin    %s%n",
                adminToken == null ? "token in " + AdminToken.file(dataDir) : "needs the admin token that was given");
        out.flush();
        return 0;
    }

    private static String store(ServiceSettings settings, WeirService service) {
        String reach =
                service.storeAnswers() ? "" : ", which does not answer: this process counts by itself until it does";
        return settings.store() + reach;
    }

    private WeirService start(ServiceSettings settings) {
        try {
            return WeirService.start(settings, envoy.settings(bind, settings.access()));
        } catch (RuntimeException failure) {
            for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
                if (cause instanceof PortInUseException taken) {
                    String option = taken.getPort() == port ? "--port" : "--grpc-port";
                    throw wrong("port " + taken.getPort()
                            + " is in use; end what listens there, or choose another with " + option);
                }
                if (cause instanceof InvalidPolicyException) {
                    throw wrong(String.valueOf(cause.getMessage()));
                }
            }
            throw failure;
        }
    }

    /** The settings, or an error that says which option is wrong and what is right. */
    ServiceSettings settings() throws IOException {
        if (port < 0 || port > 65_535) {
            throw wrong("--port must be from 0 to 65535, but was " + port);
        }
        if (idleTimeout.compareTo(Duration.ofMillis(100)) < 0 || idleTimeout.compareTo(Duration.ofHours(1)) > 0) {
            throw wrong("--idle-timeout must be from 100ms to 1h");
        }
        if (checkToken == null && !open && !isLoopback()) {
            throw wrong("--bind " + bind + " lets other machines check: protect it with --check-token, or say --open");
        }
        if (retryAfterJitter < 0 || retryAfterJitter > MOST_JITTER_SECONDS) {
            throw wrong("--retry-after-jitter must be from 0 to " + MOST_JITTER_SECONDS + " seconds, but was "
                    + retryAfterJitter);
        }
        String admin = adminToken == null ? AdminToken.readOrMake(dataDir) : adminToken.strip();
        Access access = new Access(admin, Optional.ofNullable(checkToken).map(String::strip));
        HeaderStyle style = new HeaderStyle(headers, headersLimit, Duration.ofSeconds(retryAfterJitter));
        return new ServiceSettings(
                port,
                bind,
                access,
                new TrustedProxies(trustedProxies),
                style,
                logs,
                idleTimeout,
                storeOptions.settings(),
                policyOptions.settings(dataDir),
                seeingOptions.settings(),
                frontOptions.settings(isLoopback()));
    }

    private boolean isLoopback() {
        try {
            return InetAddress.getByName(bind).isLoopbackAddress();
        } catch (UnknownHostException unknown) {
            throw wrong("--bind must be an address of this machine, but was " + bind);
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec().commandLine(), message);
    }

    private CommandSpec spec() {
        if (spec == null) {
            throw new IllegalStateException("run by picocli only");
        }
        return spec;
    }
}
