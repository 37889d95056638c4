package io.weir.service.http.connection;

import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpServerCodec;
import io.weir.service.http.RateLimitRoutes;
import java.time.Duration;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpRequestDecoderSpec;
import reactor.netty.http.server.HttpServer;

/**
 * Puts the handlers of an HTTP connection in order. A request passes
 *
 * <ol>
 *   <li>{@link HeaderFolds}, which spoils folded header lines, and the codec,
 *   <li>{@link LargeBodies}, which leaves large bodies in the socket until their turn,
 *   <li>{@link ClientDeadline}, which closes connections whose clients are too slow,
 *   <li>{@link StrictHttp}, which marks requests that a proxy might read differently,
 *   <li>{@link FastLane}, which answers plain requests for our endpoints and leaves the pipeline at the first other request,
 *   <li>{@link OrdinaryLane}, which passes the requests of such a connection on to Reactor Netty, {@link RateLimitRoutes} and Spring.
 * </ol>
 */
public final class Pipeline {

    private final Duration idleTimeout;
    private final Connections connections;
    private final FastLane.Shared fastLane;
    private final BodyPace bodyPace = new BodyPace();
    private final StrictHttp strictHttp = new StrictHttp();

    public Pipeline(Duration idleTimeout, Connections connections, FastLane.Shared fastLane) {
        this.idleTimeout = idleTimeout;
        this.connections = connections;
        this.fastLane = fastLane;
    }

    /** The server with this pipeline on each connection. */
    public HttpServer in(HttpServer server) {
        HttpDecoderConfig decoding = decoding(server.configuration().decoder());
        return server.doOnChannelInit((observer, channel, remote) -> fill(channel.pipeline(), decoding));
    }

    private void fill(ChannelPipeline pipeline, HttpDecoderConfig decoding) {
        HeaderFolds folds = new HeaderFolds();
        // Netty's codec would close a connection on which 129 requests are pending; the fast lane has a bound of its
        // own.
        pipeline.replace(
                NettyPipeline.HttpCodec,
                NettyPipeline.HttpCodec,
                new HttpServerCodec(decoding.clone(), Integer.MAX_VALUE));
        pipeline.addBefore(NettyPipeline.HttpCodec, "weir.headerFolds", folds);
        String reactor = NettyPipeline.HttpTrafficHandler;
        pipeline.addBefore(reactor, "weir.largeBodies", new LargeBodies(bodyPace, folds));
        pipeline.addBefore(reactor, "weir.clientDeadline", new ClientDeadline(idleTimeout, connections));
        pipeline.addBefore(reactor, "weir.strictHttp", strictHttp);
        pipeline.addBefore(reactor, "weir.fastLane", new FastLane(fastLane));
        pipeline.addBefore(reactor, "weir.ordinaryLane", new OrdinaryLane(fastLane));
    }

    private static HttpDecoderConfig decoding(HttpRequestDecoderSpec spec) {
        return new HttpDecoderConfig()
                .setMaxInitialLineLength(spec.maxInitialLineLength())
                .setMaxHeaderSize(spec.maxHeaderSize())
                .setValidateHeaders(spec.validateHeaders())
                .setInitialBufferSize(spec.initialBufferSize())
                .setAllowDuplicateContentLengths(spec.allowDuplicateContentLengths())
                .setAllowPartialChunks(spec.allowPartialChunks());
    }
}
