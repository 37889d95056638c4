package io.weir.service.envoy;

import java.nio.file.Path;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How the service is to serve Envoy.
 *
 * @param folder with the files of envoyproxy/ratelimit
 * @param grpcPort 0 for a free one
 * @param withHeaders whether answers carry headers for Envoy to add to its response
 * @param mayCheck whether who sends that Authorization header may ask
 */
public record EnvoySettings(
        Path folder, String bind, int grpcPort, boolean withHeaders, Predicate<@Nullable String> mayCheck) {}
