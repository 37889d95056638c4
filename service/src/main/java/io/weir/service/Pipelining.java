package io.weir.service;

import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpServerCodec;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpRequestDecoderSpec;
import reactor.netty.http.server.HttpServer;

/**
 * Lets clients send many requests before they read the answers. Netty's codec would break off a connection on which 129 requests wait
 * for their answers; here the {@link FastLane} bounds them, which reads nothing while requests wait.
 */
final class Pipelining {

    private Pipelining() {}

    /** The server with a codec that counts no requests; to be called before other handlers are put beside the codec. */
    static HttpServer in(HttpServer server) {
        return server.doOnChannelInit((observer, channel, remote) -> channel.pipeline()
                .replace(
                        NettyPipeline.HttpCodec,
                        NettyPipeline.HttpCodec,
                        new HttpServerCodec(sameAs(server.configuration().decoder()), Integer.MAX_VALUE)));
    }

    private static HttpDecoderConfig sameAs(HttpRequestDecoderSpec spec) {
        return new HttpDecoderConfig()
                .setMaxInitialLineLength(spec.maxInitialLineLength())
                .setMaxHeaderSize(spec.maxHeaderSize())
                .setValidateHeaders(spec.validateHeaders())
                .setInitialBufferSize(spec.initialBufferSize())
                .setAllowDuplicateContentLengths(spec.allowDuplicateContentLengths())
                .setAllowPartialChunks(spec.allowPartialChunks());
    }
}
