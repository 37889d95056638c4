package io.weir.service.log;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebExceptionHandler;
import org.springframework.web.util.DisconnectedClientHelper;
import reactor.core.publisher.Mono;

/**
 * Logs the failures of Spring. It replaces Spring Boot's own handler, which shows the query and the message of the failure; both
 * may hold data that a caller sent.
 */
@Order(-2) // before Spring Boot's, which answers
public final class SpringFailures implements WebExceptionHandler {

    private static final Logger LOG = LoggerFactory.getLogger(SpringFailures.class);

    @Override
    public Mono<Void> handle(ServerWebExchange exchange, Throwable failure) {
        if (failure instanceof InvalidMediaTypeException) {
            return Mono.error(new ResponseStatusException(HttpStatus.BAD_REQUEST));
        }
        boolean expected = failure instanceof ErrorResponse response
                && response.getStatusCode().is4xxClientError();
        if (!expected && !DisconnectedClientHelper.isClientDisconnectedException(failure)) {
            LOG.error("A page could not be answered", withoutMessage(failure));
        }
        return Mono.error(failure);
    }

    static Throwable withoutMessage(Throwable failure) {
        Throwable cause = failure.getCause();
        Throwable shown = new Throwable(failure.getClass().getName(), cause == null ? null : withoutMessage(cause));
        shown.setStackTrace(failure.getStackTrace());
        return shown;
    }
}
