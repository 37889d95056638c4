package io.weir.service.evaluate;

import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.metrics.FailedLogins;
import io.weir.policy.SealedReceipts.Settled;
import io.weir.service.access.Access;
import io.weir.service.api.RateLimitApi;
import io.weir.service.http.BadRequest;
import io.weir.service.http.Endpoint;
import io.weir.service.http.Endpoints;
import io.weir.service.http.Incoming;
import io.weir.service.http.JsonFields;
import io.weir.service.http.Reply;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code /api/v1/rate-limit/settle}: learns the status of the response to a request that {@code /evaluate} has allowed. */
public final class SettleApi implements Endpoints {

    private static final Logger LOG = LoggerFactory.getLogger(SettleApi.class);
    private static final int MOST_BYTES = 8 * 1024;
    private static final String RECEIPT = "receipt";
    private static final String STATUS = "status";

    private final Receipts receipts;
    private final FailedLogins failedLogins;
    private final Endpoint settle;

    public SettleApi(Receipts receipts, FailedLogins failedLogins, Access access) {
        this.receipts = receipts;
        this.failedLogins = failedLogins;
        this.settle = new Endpoint(RateLimitApi.PREFIX + "settle", HttpMethod.POST, access::allowsCheck, this::settle)
                .withBody(MOST_BYTES);
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(settle);
    }

    private CompletionStage<Reply> settle(Incoming incoming) {
        JsonFields body = JsonFields.of(incoming.body()).only(List.of(RECEIPT, STATUS));
        String receipt = body.text(RECEIPT)
                .orElseThrow(() -> body.wrong(RECEIPT, "must be given, as /evaluate has returned it"));
        int status = status(body);
        return receipts.settle(receipt, status)
                .exceptionally(failure -> {
                    LOG.warn(
                            "A receipt was not settled: {}",
                            String.valueOf(Endpoint.cause(failure).getMessage()));
                    return Settled.UNAVAILABLE;
                })
                .thenApply(settled -> reply(settled, status));
    }

    private static int status(JsonFields body) {
        long status = body.wholeNumber(STATUS).orElse(0L);
        if (status < 100 || status > 599) {
            throw body.wrong(STATUS, "must be the status of the response, from 100 to 599");
        }
        return (int) status;
    }

    private Reply reply(Settled settled, int status) {
        return switch (settled) {
            case SETTLED -> {
                failedLogins.accept(status);
                yield Reply.noContent();
            }
            case ALREADY_SETTLED ->
                Reply.problem(HttpResponseStatus.CONFLICT, "the receipt was settled before; nothing was changed");
            case EXPIRED ->
                Reply.of(new BadRequest(RECEIPT, "has expired: it is valid for ten minutes; nothing was changed"));
            case INVALID ->
                Reply.of(new BadRequest(
                        RECEIPT,
                        "is none of this service, or was changed: send it as /evaluate has returned it, to an instance"
                                + " with the same store and the same pepper"));
            case UNAVAILABLE ->
                Reply.problem(
                        HttpResponseStatus.SERVICE_UNAVAILABLE,
                        "the store does not answer; send the receipt again later");
        };
    }
}
