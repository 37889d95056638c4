package io.weir.cli.serve;

import io.weir.cli.command.WeirOptions;
import io.weir.service.access.Access;
import io.weir.service.envoy.EnvoySettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for serving Envoy. */
final class EnvoyOptions extends WeirOptions {

    @Option(
            names = "--envoy-config",
            paramLabel = "<folder>",
            description =
                    "A folder of envoyproxy/ratelimit's files, by which Envoy is served over gRPC; it is read again"
                            + " when they change. Envoy is not served by default.")
    private @Nullable Path folder;

    @Option(
            names = "--grpc-port",
            paramLabel = "<port>",
            defaultValue = "8081",
            description = "The port for Envoy, 8081 by default; 0 picks a free one.")
    private int port;

    @Option(
            names = "--envoy-headers",
            description = "Lets Envoy add RateLimit-Limit, -Remaining and -Reset to its responses.")
    private boolean headers;

    /** The settings, if Envoy is to be served. */
    Optional<EnvoySettings> settings(String bind, Access access) {
        if (folder == null) {
            return Optional.empty();
        }
        if (!Files.isDirectory(folder)) {
            throw wrong("--envoy-config must be a folder of files, but " + folder + " is none");
        }
        if (port < 0 || port > 65_535) {
            throw wrong("--grpc-port must be from 0 to 65535, but was " + port);
        }
        return Optional.of(new EnvoySettings(folder, bind, port, headers, access::mayCheck));
    }
}
