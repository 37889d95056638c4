package io.weir.service.envoy;

import io.weir.service.envoy.port.PortLimits;
import java.nio.file.Path;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The settings for serving Envoy.
 *
 * @param folder the folder with the files of envoyproxy/ratelimit
 * @param grpcPort the port for gRPC; 0 picks a free one
 * @param withHeaders whether responses carry headers for Envoy to add to its own response
 * @param mayCheck whether a caller with this Authorization header may call
 * @param limits how much the gRPC port holds at one time
 */
public record EnvoySettings(
        Path folder,
        String bind,
        int grpcPort,
        boolean withHeaders,
        Predicate<@Nullable String> mayCheck,
        PortLimits limits) {

    /** The gRPC port holds as much as the heap has room for. */
    public EnvoySettings(
            Path folder, String bind, int grpcPort, boolean withHeaders, Predicate<@Nullable String> mayCheck) {
        this(
                folder,
                bind,
                grpcPort,
                withHeaders,
                mayCheck,
                PortLimits.ofHeap(Runtime.getRuntime().maxMemory()));
    }

    EnvoySettings withLimits(PortLimits others) {
        return new EnvoySettings(folder, bind, grpcPort, withHeaders, mayCheck, others);
    }
}
