package io.weir.cli.serve;

import io.weir.classify.Cidr;
import io.weir.classify.TrustedProxies;
import io.weir.cli.command.CommandFailure;
import io.weir.cli.command.ExitCode;
import io.weir.cli.command.SettingsFile;
import io.weir.cli.command.WeirCommand;
import io.weir.http.HeaderStyle;
import io.weir.policyfile.InvalidPolicyException;
import io.weir.service.PolicySettings;
import io.weir.service.ServiceSettings;
import io.weir.service.ServiceSettings.LogFormat;
import io.weir.service.StoreSettings;
import io.weir.service.WeirService;
import io.weir.service.access.Access;
import io.weir.service.access.AdminToken;
import io.weir.service.credentials.CredentialSettings;
import io.weir.service.guard.GuardSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;
import org.springframework.boot.web.server.PortInUseException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

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
            "  WEIR_CHECK_TOKEN=... weir serve --bind 0.0.0.0",
            "  weir serve --redis redis://localhost",
            "  weir serve --policy policies/ready.yml",
            "  weir serve --envoy-config /etc/ratelimit/config",
            "",
            "Every option can also be an environment variable, such as WEIR_PORT=9000, or a line in weir.yml in the",
            "working directory, such as port: 9000. Give tokens in one of these two ways: a command line is visible to"
                    + " all",
            "users of the machine (ps)."
        })
public final class ServeCommand extends WeirCommand {

    private static final Logger LOG = LoggerFactory.getLogger(ServeCommand.class);
    private static final int MOST_JITTER_SECONDS = 3_600;

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
            description = "Where the service keeps its files, ~/.weir by default.")
    private @Nullable Path dataDir;

    @Option(
            names = "--admin-token",
            paramLabel = "<token>",
            description = "The token for administration; one is made in the data folder if none is given. Better set as"
                    + " WEIR_ADMIN_TOKEN, since ps shows command lines.")
    private @Nullable String adminToken;

    @Option(
            names = "--check-token",
            paramLabel = "<token>",
            description =
                    "The token that checks need; none is needed by default. Better set as WEIR_CHECK_TOKEN, since ps"
                            + " shows command lines.")
    private @Nullable String checkToken;

    @Option(
            names = "--view-token",
            paramLabel = "<token>",
            description = "The token for the dashboard that sees what administrators see and changes nothing; none by"
                    + " default. Better set as WEIR_VIEW_TOKEN, since ps shows command lines.")
    private @Nullable String viewToken;

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
                    "By how many seconds, at most, Retry-After is longer than need be, at random, so that callers that"
                            + " were rejected together do not retry together; 0 by default.")
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

    private final List<String> warnings = new ArrayList<>();

    @Mixin
    private final StoreOptions storeOptions = new StoreOptions();

    @Mixin
    private final PolicyOptions policyOptions = new PolicyOptions();

    @Mixin
    private final ObserveOptions observeOptions = new ObserveOptions();

    @Mixin
    private final FrontOptions frontOptions = new FrontOptions();

    @Mixin
    private final GuardOptions guardOptions = new GuardOptions();

    @Mixin
    private final JwtOptions jwtOptions = new JwtOptions();

    @Mixin
    private final CaptchaOptions captchaOptions = new CaptchaOptions();

    @Mixin
    private final EnvoyOptions envoy = new EnvoyOptions();

    @Override
    protected ExitCode run() throws Exception {
        CommandSpec command = spec();
        ServiceSettings settings = settings();
        WeirService service = start(settings);
        warnings.forEach(LOG::warn);
        if (command.commandLine().getDefaultValueProvider() instanceof SettingsFile file) {
            file.misspelt(command.root()).forEach(LOG::warn);
        }
        PolicyOptions.ignored(settings.policy(), service.policy()).ifPresent(LOG::warn);
        announce(settings, service);
        Optional<String> unusable = service.guard().awaitOpening();
        if (unusable.isPresent()) {
            service.close();
            throw new CommandFailure(ExitCode.USAGE, unusable.get());
        }
        return ExitCode.DONE;
    }

    /** Announces that the service runs, and how: as a line of the log if programs read the log. */
    private void announce(ServiceSettings settings, WeirService service) {
        String title = service.isReady()
                ? "Weir is ready."
                : "Weir runs, but is not ready: its policy cannot be read, so push one with weir policy push.";
        Map<String, String> facts = facts(settings, service);
        if (logs == LogFormat.JSON) {
            LoggingEventBuilder line = LOG.atInfo();
            for (Map.Entry<String, String> fact : facts.entrySet()) {
                line = line.addKeyValue(fact.getKey(), fact.getValue());
            }
            line.log(title);
            return;
        }
        PrintWriter out = out();
        out.println(title);
        facts.forEach((name, fact) -> out.printf("  %-7s  %s%n", name, fact));
        out.flush();
    }

    private Map<String, String> facts(ServiceSettings settings, WeirService service) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("address", "http://" + bind + ":" + service.port());
        facts.put("store", store(settings, service));
        facts.put("policy", PolicyOptions.describe(settings.policy(), service.policy()));
        service.envoy()
                .ifPresent(serving -> facts.put("envoy", bind + ":" + serving.port() + ", " + serving.summary()));
        facts.put("checks", checkToken == null ? "open to all who reach the address" : "need the check token");
        facts.put(
                "admin",
                adminToken == null
                        ? "token in " + AdminToken.file(dataFolder().path().orElseThrow())
                        : "needs the admin token that was given");
        return facts;
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
                    throw new CommandFailure(
                            ExitCode.NOT_NOW,
                            "port " + taken.getPort() + " is in use; end what listens there, or choose another with "
                                    + option);
                }
                if (cause instanceof InvalidPolicyException) {
                    throw wrong(String.valueOf(cause.getMessage()));
                }
            }
            throw failure;
        }
    }

    /** The settings, or an error that says which option is wrong and what is right. */
    public ServiceSettings settings() {
        if (port < 0 || port > 65_535) {
            throw wrong("--port must be from 0 to 65535, but was " + port);
        }
        if (idleTimeout.compareTo(Duration.ofMillis(100)) < 0 || idleTimeout.compareTo(Duration.ofHours(1)) > 0) {
            throw wrong("--idle-timeout must be from 100ms to 1h");
        }
        refuseBlank("--check-token", checkToken);
        refuseBlank("--admin-token", adminToken);
        refuseBlank("--view-token", viewToken);
        if (checkToken == null && !open && !isLoopback()) {
            throw wrong("--bind " + bind + " lets other machines check: protect it with --check-token, or say --open");
        }
        if (retryAfterJitter < 0 || retryAfterJitter > MOST_JITTER_SECONDS) {
            throw wrong("--retry-after-jitter must be from 0 to " + MOST_JITTER_SECONDS + " seconds, but was "
                    + retryAfterJitter);
        }
        AdminToken admin = adminToken == null ? tokenInDataDir() : AdminToken.given(adminToken.strip());
        admin.warning().ifPresent(warnings::add);
        StoreSettings store = storeOptions.settings();
        PolicySettings policy = policyOptions.settings(dataFolder().path());
        dataFolder().warning(policy.source(), store.redis().isPresent()).ifPresent(warnings::add);
        GuardSettings guard =
                captchaOptions.addTo(guardOptions.settings(dataFolder().path()));
        guardOptions.warning(guard, store.redis().isPresent()).ifPresent(warnings::add);
        if (store.redis().isPresent() && guardOptions.givenPepper().isEmpty()) {
            captchaOptions.warning(guard).ifPresent(warnings::add);
        }
        Access access = access(admin);
        HeaderStyle style = new HeaderStyle(headers, headersLimit, Duration.ofSeconds(retryAfterJitter));
        return new ServiceSettings(
                port,
                bind,
                access,
                new TrustedProxies(trustedProxies),
                style,
                logs,
                idleTimeout,
                store,
                policy,
                observeOptions.settings(),
                frontOptions.settings(isLoopback()),
                guard,
                new CredentialSettings(jwtOptions.settings(), guardOptions.givenPepper()));
    }

    private Access access(AdminToken admin) {
        Optional<String> view = Optional.ofNullable(viewToken).map(String::strip);
        if (view.filter(admin.value()::equals).isPresent()) {
            throw wrong("--view-token must differ from the admin token, because it must not allow changes");
        }
        return new Access(admin.value(), Optional.ofNullable(checkToken).map(String::strip), view);
    }

    private void refuseBlank(String option, @Nullable String token) {
        if (token != null && token.isBlank()) {
            String variable =
                    "WEIR_" + option.substring(2).toUpperCase(Locale.ROOT).replace('-', '_');
            throw wrong(
                    option + " (" + variable + ") is blank, which would let everybody in: give it a long random value,"
                            + " such as openssl rand -hex 24 makes, or do not set it at all");
        }
    }

    private DataFolder dataFolder() {
        return DataFolder.of(dataDir, Path.of(System.getProperty("user.home", "")));
    }

    private AdminToken tokenInDataDir() {
        Path folder = dataFolder()
                .path()
                .orElseThrow(
                        () -> wrong("this user has no home folder for the admin token: name a folder with --data-dir"
                                + " (WEIR_DATA_DIR), or set WEIR_ADMIN_TOKEN"));
        try {
            return AdminToken.readOrMake(folder);
        } catch (IOException unusable) {
            throw wrong("--data-dir " + folder + " cannot be used for the admin token (" + reason(unusable)
                    + "): make the folder writable and free space, name another one, or set WEIR_ADMIN_TOKEN");
        }
    }

    private static String reason(IOException failure) {
        return failure instanceof AccessDeniedException denied
                ? denied.getFile() + ": permission denied"
                : failure instanceof FileAlreadyExistsException taken
                        ? taken.getFile() + " is a file, not a folder"
                        : String.valueOf(failure.getMessage());
    }

    private boolean isLoopback() {
        try {
            return InetAddress.getByName(bind).isLoopbackAddress();
        } catch (UnknownHostException unknown) {
            throw wrong("--bind must be an address of this machine, but was " + bind);
        }
    }
}
