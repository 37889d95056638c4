package io.weir.spring.internal.web.reactive;

import io.weir.http.GatedRequest;
import io.weir.http.RefusalException;
import io.weir.http.internal.FormFields;
import io.weir.http.internal.FormTooLargeException;
import io.weir.policy.rule.Match;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.ServerWebExchangeDecorator;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/*
 * A body can be read once: by the application, or by the exchange for its form data. If this exchange reads it for a field, it
 * keeps the bytes, and answers for both afterwards.
 */
/**
 * An exchange whose body is counted while it is read, if it has no length, and whose form can be read before the application, which
 * can still read it.
 */
final class GatedExchange extends ServerWebExchangeDecorator {

    private final ServerHttpRequest request;

    /** The form as far as it is read for a field. */
    private final Mono<byte[]> kept = bytes(FormFields.MOST_BYTES)
            .onErrorMap(DataBufferLimitException.class, tooLarge -> new FormTooLargeException())
            .cache();

    /** The form as the application reads it, if it has to be counted. */
    private final Mono<byte[]> counted = bytes(Integer.MAX_VALUE).cache();

    /** Set before the body is read. */
    private @Nullable GatedRequest gated;

    private volatile boolean isKept;
    private volatile boolean isReadByOthers;

    GatedExchange(ServerWebExchange exchange) {
        super(exchange);
        this.request = new GatedBody(exchange.getRequest());
    }

    /** Returns whether the body of a request may have to be counted or read twice. */
    static boolean isNeededFor(ServerHttpRequest request, boolean readsForms) {
        HttpHeaders headers = request.getHeaders();
        boolean isForm = readsForms && FormFields.isForm(headers.getFirst(HttpHeaders.CONTENT_TYPE));
        boolean isWithoutLength = headers.getContentLength() < 0
                && (headers.getFirst(HttpHeaders.TRANSFER_ENCODING) != null
                        || !Match.READING.contains(request.getMethod().name()));
        return isForm || isWithoutLength;
    }

    private Mono<byte[]> bytes(int most) {
        return Mono.defer(() -> DataBufferUtils.join(body(), most))
                .map(GatedExchange::bytes)
                .defaultIfEmpty(new byte[0]);
    }

    /** The body, which ends with a refusal where it becomes too large. */
    private Flux<DataBuffer> body() {
        Flux<DataBuffer> body = getDelegate().getRequest().getBody();
        OptionalLong most = mostBytes();
        if (most.isEmpty()) {
            return body;
        }
        AtomicLong read = new AtomicLong();
        return body.handle((buffer, sink) -> {
            if (read.addAndGet(buffer.readableByteCount()) <= most.getAsLong()) {
                sink.next(buffer);
            } else {
                DataBufferUtils.release(buffer);
                sink.error(new RefusalException(
                        "the body is too large", Objects.requireNonNull(gated).tooLarge()));
            }
        });
    }

    /** The server ends a body with a length there. */
    private OptionalLong mostBytes() {
        boolean isWithoutLength = getDelegate().getRequest().getHeaders().getContentLength() < 0;
        return gated == null || !isWithoutLength ? OptionalLong.empty() : gated.mostBodyBytes();
    }

    private static byte[] bytes(DataBuffer buffer) {
        byte[] bytes = new byte[buffer.readableByteCount()];
        buffer.read(bytes);
        DataBufferUtils.release(buffer);
        return bytes;
    }

    void countBodyFor(GatedRequest counted) {
        gated = counted;
    }

    /** Returns the first of these fields of a form that is not blank; fails if the form is too large to look for it. */
    Mono<Optional<String>> field(List<String> names) {
        if (!FormFields.isForm(getDelegate().getRequest().getHeaders().getFirst(HttpHeaders.CONTENT_TYPE))) {
            return Mono.just(Optional.empty());
        }
        return getFormFields().map(fields -> FormFields.first(fields, names));
    }

    private Mono<Map<String, List<String>>> getFormFields() {
        if (isReadByOthers) {
            return getFormData().map(fields -> fields);
        }
        isKept = true;
        // A filter before this one may have read the form, so that only the exchange below knows it.
        return kept.map(this::parsed).onErrorResume(IllegalStateException.class, readAlready -> {
            isKept = false;
            isReadByOthers = true;
            return getDelegate().getFormData().map(fields -> fields);
        });
    }

    private Map<String, List<String>> parsed(byte[] bytes) {
        MediaType type = getDelegate().getRequest().getHeaders().getContentType();
        Charset charset = type == null || type.getCharset() == null ? StandardCharsets.UTF_8 : type.getCharset();
        return FormFields.parse(bytes, charset);
    }

    @Override
    public ServerHttpRequest getRequest() {
        return request;
    }

    @Override
    public Mono<MultiValueMap<String, String>> getFormData() {
        if (isKept) {
            return kept.map(bytes -> new LinkedMultiValueMap<>(parsed(bytes)));
        }
        isReadByOthers = true;
        return mostBytes().isEmpty()
                ? getDelegate().getFormData()
                : counted.map(bytes -> new LinkedMultiValueMap<>(parsed(bytes)));
    }

    /** The body of the request, counted or kept. */
    private final class GatedBody extends ServerHttpRequestDecorator {

        GatedBody(ServerHttpRequest request) {
            super(request);
        }

        @Override
        public Flux<DataBuffer> getBody() {
            return Flux.defer(() -> {
                if (isKept) {
                    return kept.flatMapMany(
                            bytes -> Flux.just(getResponse().bufferFactory().wrap(bytes)));
                }
                isReadByOthers = true;
                return body();
            });
        }
    }
}
