package io.weir.service.envoy;

import io.weir.service.envoy.port.PortLimits;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How the service is to serve Envoy.
 *
 * @param folder with the files of envoyproxy/ratelimit
 * @param grpcPort 0 for a free one
 * @param withHeaders whether answers carry headers for Envoy to add to its response
 * @param mayCheck whether who sends that Authorization header may ask
 * @param limits how much the gRPC port holds at one time
 */
public record EnvoySettings(
        Path folder,
        String bind,
        int grpcPort,
        boolean withHeaders,
        Predicate<@Nullable String> mayCheck,
        PortLimits limits) {

    /** With a port that holds as much as suits the heap. */
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

    /** Whether a call with these Authorization headers may ask; with more than one, none is believed. */
    boolean allowsChecks(@Nullable Iterable<String> authorizations) {
        if (authorizations == null) {
            return mayCheck.test(null);
        }
        Iterator<String> each = authorizations.iterator();
        String first = each.hasNext() ? each.next() : null;
        return !each.hasNext() && mayCheck.test(first);
    }
}
