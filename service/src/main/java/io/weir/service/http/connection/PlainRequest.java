package io.weir.service.http.connection;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.AsciiString;
import io.weir.service.http.Endpoint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides whether the {@link FastLane} can answer a request, or whether the request needs something special. */
final class PlainRequest {

    private static final List<AsciiString> SPECIAL = List.of(
            HttpHeaderNames.CONNECTION,
            HttpHeaderNames.TRANSFER_ENCODING,
            HttpHeaderNames.EXPECT,
            HttpHeaderNames.UPGRADE);

    private PlainRequest() {}

    /** Whether the request is for an endpoint and needs nothing special. */
    static boolean isFor(@Nullable Endpoint endpoint, HttpRequest request) {
        return endpoint != null
                && !endpoint.streams()
                && request.decoderResult().isSuccess()
                && request.protocolVersion().equals(HttpVersion.HTTP_1_1)
                && !asksForSomethingSpecial(request.headers())
                && hasPlainBody(endpoint, request.headers());
    }

    private static boolean asksForSomethingSpecial(HttpHeaders headers) {
        for (AsciiString name : SPECIAL) {
            if (headers.contains(name)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the body has a Content-Length within the bound, if the endpoint reads a body, or is empty otherwise. */
    private static boolean hasPlainBody(Endpoint endpoint, HttpHeaders headers) {
        String length = headers.get(HttpHeaderNames.CONTENT_LENGTH);
        return endpoint.readsABody()
                ? length != null && Long.parseLong(length) <= endpoint.mostBodyBytes()
                : length == null;
    }
}
