package io.weir.service.log;

import io.netty.handler.codec.DecoderResult;
import reactor.netty.http.logging.AbstractHttpMessageLogFactory;
import reactor.netty.http.logging.HttpMessageArgProvider;

/** Describes a message in the log, above all one that is not HTTP: the kind of fault, and nothing that was sent. */
public final class BrokenHttp extends AbstractHttpMessageLogFactory {

    @Override
    public String common(HttpMessageArgProvider message) {
        DecoderResult result = message.decoderResult();
        String fault = result.isFailure() ? " " + result.cause().getClass().getSimpleName() : "";
        return message.httpMessageType() + fault;
    }
}
