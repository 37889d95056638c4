package io.weir.service.log;

import io.netty.handler.codec.DecoderResult;
import reactor.netty.http.logging.AbstractHttpMessageLogFactory;
import reactor.netty.http.logging.HttpMessageArgProvider;

/** What the log says of a message, above all of one that is no HTTP: the kind of fault, nothing of what was sent. */
public final class BrokenHttp extends AbstractHttpMessageLogFactory {

    @Override
    public String common(HttpMessageArgProvider message) {
        DecoderResult result = message.decoderResult();
        String fault = result.isFailure() ? " " + result.cause().getClass().getSimpleName() : "";
        return message.httpMessageType() + fault;
    }
}
