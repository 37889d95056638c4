package io.weir.service.envoy;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import io.weir.http.internal.JsonObject;
import io.weir.service.envoy.wire.InvalidCall;
import io.weir.service.envoy.wire.RateLimitRequest;
import io.weir.service.envoy.wire.RateLimitResponse;
import io.weir.service.envoy.wire.RateLimitResponse.Code;
import io.weir.service.http.Forbidden;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.RequestPredicates;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.server.MethodNotAllowedException;
import reactor.core.publisher.Mono;

/** The routes {@code POST /json} and {@code GET /healthcheck}, as envoyproxy/ratelimit serves them. */
final class EnvoyRoutes {

    private static final Logger LOG = LoggerFactory.getLogger(EnvoyRoutes.class);
    private static final JsonFormat.Parser PARSER = JsonFormat.parser();
    private static final JsonFormat.Printer PRINTER = JsonFormat.printer().omittingInsignificantWhitespace();

    /** Spring's default bound for a body. */
    private static final int MOST_BODY_BYTES = 256 * 1024;

    private static final Pattern CLASS_NAMES = Pattern.compile("^(?:[\\w.$]+(?:Exception|Error): )+");

    private final EnvoyServing serving;
    private final EnvoyCallers callers;

    EnvoyRoutes(EnvoyServing serving, EnvoyCallers callers) {
        this.serving = serving;
        this.callers = callers;
    }

    RouterFunction<ServerResponse> routes() {
        return RouterFunctions.route()
                .POST("/json", this::json)
                .GET("/healthcheck", request -> healthcheck())
                .route(RequestPredicates.path("/json"), request -> onlyBy(HttpMethod.POST, request))
                .route(RequestPredicates.path("/healthcheck"), request -> onlyBy(HttpMethod.GET, request))
                .build();
    }

    private static Mono<ServerResponse> onlyBy(HttpMethod method, ServerRequest request) {
        return Mono.error(new MethodNotAllowedException(request.method(), Set.of(method)));
    }

    private Mono<ServerResponse> healthcheck() {
        return serving.state().domains().isEmpty()
                ? text(HttpStatus.INTERNAL_SERVER_ERROR, "no rate limit configuration loaded")
                : text(HttpStatus.OK, "OK");
    }

    private Mono<ServerResponse> json(ServerRequest request) {
        try {
            if (!callers.mayCheck(
                    request.headers().header("Authorization"),
                    request.remoteAddress().orElse(null))) {
                return text(HttpStatus.UNAUTHORIZED, "send the token as Authorization: Bearer …");
            }
        } catch (Forbidden lacksScope) {
            return text(HttpStatus.FORBIDDEN, lacksScope.detail());
        }
        return request.bodyToMono(String.class)
                .defaultIfEmpty("")
                .flatMap(this::decide)
                .onErrorResume(DataBufferLimitException.class, error -> tooLong());
    }

    private static Mono<ServerResponse> tooLong() {
        HttpStatus status = HttpStatus.CONTENT_TOO_LARGE;
        return ServerResponse.status(status)
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .bodyValue(new JsonObject()
                        .add("type", "about:blank")
                        .add("title", status.getReasonPhrase())
                        .add("status", status.value())
                        .add("detail", "send at most " + MOST_BODY_BYTES + " bytes as the body")
                        .close());
    }

    private Mono<ServerResponse> decide(String body) {
        try {
            RateLimitRequest.Builder request = RateLimitRequest.newBuilder();
            PARSER.merge(body, request);
            return respond(serving.limits().decide(request.build().toByteArray()));
        } catch (InvalidProtocolBufferException noRequest) {
            return text(HttpStatus.BAD_REQUEST, "this is no RateLimitRequest in JSON: " + reason(noRequest));
        } catch (InvalidCall bad) {
            return text(HttpStatus.BAD_REQUEST, String.valueOf(bad.getMessage()));
        } catch (ShouldRateLimit.NothingLoaded nothing) {
            return text(HttpStatus.INTERNAL_SERVER_ERROR, String.valueOf(nothing.getMessage()));
        }
    }

    /** The message of the parser without the names of Java classes at its beginning. */
    private static String reason(InvalidProtocolBufferException noRequest) {
        return CLASS_NAMES.matcher(String.valueOf(noRequest.getMessage())).replaceFirst("");
    }

    private static Mono<ServerResponse> respond(CompletionStage<byte[]> deciding) {
        return Mono.fromCompletionStage(deciding)
                .map(EnvoyRoutes::read)
                .flatMap(response -> ServerResponse.status(
                                response.getOverallCode() == Code.OVER_LIMIT
                                        ? HttpStatus.TOO_MANY_REQUESTS
                                        : HttpStatus.OK)
                        .contentType(MediaType.APPLICATION_JSON)
                        .bodyValue(print(response)))
                .onErrorResume(failure -> {
                    LOG.error("A call of /json failed", failure);
                    return text(HttpStatus.INTERNAL_SERVER_ERROR, "the limits could not be decided; the log says why");
                });
    }

    private static RateLimitResponse read(byte[] written) {
        try {
            return RateLimitResponse.parseFrom(written);
        } catch (InvalidProtocolBufferException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static String print(RateLimitResponse response) {
        try {
            return PRINTER.print(response);
        } catch (InvalidProtocolBufferException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static Mono<ServerResponse> text(HttpStatus status, String text) {
        return ServerResponse.status(status).contentType(MediaType.TEXT_PLAIN).bodyValue(text);
    }
}
