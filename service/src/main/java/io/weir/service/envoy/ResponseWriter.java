package io.weir.service.envoy;

import com.google.protobuf.CodedOutputStream;
import io.weir.policyfile.internal.envoy.Domains;
import io.weir.service.envoy.Standing.Counted;
import io.weir.service.envoy.wire.HeaderValue;
import io.weir.service.envoy.wire.RateLimitResponse;
import io.weir.service.envoy.wire.RateLimitResponse.Code;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes answers for the wire. */
final class ResponseWriter {

    private static final RateLimitResponse OK =
            RateLimitResponse.newBuilder().setOverallCode(Code.OK).build();
    private static final RateLimitResponse OVER_LIMIT =
            RateLimitResponse.newBuilder().setOverallCode(Code.OVER_LIMIT).build();

    private final boolean withHeaders;
    private final StatusWriter statusWriter = new StatusWriter();

    /** @param withHeaders whether Envoy is to add headers to its response */
    ResponseWriter(boolean withHeaders) {
        this.withHeaders = withHeaders;
    }

    /** Is to be told of the limits there are. */
    void use(Domains domains) {
        statusWriter.use(domains);
    }

    /** A RateLimitResponse. */
    byte[] write(List<Standing> standings) {
        RateLimitResponse ofAll = ofAll(standings);
        int size = ofAll.getSerializedSize();
        byte[][] statuses = new byte[standings.size()][];
        for (int i = 0; i < statuses.length; i++) {
            statuses[i] = statusWriter.write(standings.get(i));
            size += CodedOutputStream.computeByteArraySize(RateLimitResponse.STATUSES_FIELD_NUMBER, statuses[i]);
        }
        byte[] response = new byte[size];
        CodedOutputStream out = CodedOutputStream.newInstance(response);
        try {
            ofAll.writeTo(out);
            for (byte[] status : statuses) {
                out.writeByteArray(RateLimitResponse.STATUSES_FIELD_NUMBER, status);
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return response;
    }

    /** What is said of the whole request. */
    private RateLimitResponse ofAll(List<Standing> standings) {
        RateLimitResponse ofAll = Standing.isOver(standings) ? OVER_LIMIT : OK;
        Counted shown = withHeaders ? tightest(standings) : null;
        if (shown == null) {
            return ofAll;
        }
        return ofAll.toBuilder()
                .addResponseHeadersToAdd(
                        header("RateLimit-Limit", shown.counting().allowance().requests()))
                .addResponseHeadersToAdd(header("RateLimit-Remaining", shown.remaining()))
                .addResponseHeadersToAdd(header("RateLimit-Reset", StatusWriter.resetSeconds(shown)))
                .build();
    }

    /** The last that is over, or else the one with the least left. */
    private static @Nullable Counted tightest(List<Standing> standings) {
        Counted tightest = null;
        for (Standing standing : standings) {
            if (standing instanceof Counted counted
                    && (tightest == null
                            || counted.saysOver()
                            || (!tightest.saysOver() && counted.remaining() < tightest.remaining()))) {
                tightest = counted;
            }
        }
        return tightest;
    }

    private static HeaderValue header(String name, long value) {
        return HeaderValue.newBuilder()
                .setKey(name)
                .setValue(Long.toString(value))
                .build();
    }
}
