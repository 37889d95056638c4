package io.weir.service.envoy.wire;

import com.google.protobuf.CodedOutputStream;
import io.weir.policyfile.internal.envoy.Domains;
import io.weir.service.envoy.decide.DescriptorOutcome;
import io.weir.service.envoy.decide.DescriptorOutcome.Counted;
import io.weir.service.envoy.wire.RateLimitResponse.Code;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes responses for the wire. */
public final class ResponseWriter {

    private static final RateLimitResponse OK =
            RateLimitResponse.newBuilder().setOverallCode(Code.OK).build();
    private static final RateLimitResponse OVER_LIMIT =
            RateLimitResponse.newBuilder().setOverallCode(Code.OVER_LIMIT).build();

    private final boolean withHeaders;
    private final StatusWriter statusWriter = new StatusWriter();

    /** @param withHeaders whether Envoy adds headers to its response */
    public ResponseWriter(boolean withHeaders) {
        this.withHeaders = withHeaders;
    }

    /** Prepares for the limits of new files. */
    public void use(Domains domains) {
        statusWriter.use(domains);
    }

    /** Writes a RateLimitResponse. */
    public byte[] write(List<DescriptorOutcome> outcomes) {
        RateLimitResponse ofAll = ofAll(outcomes);
        int size = ofAll.getSerializedSize();
        byte[][] statuses = new byte[outcomes.size()][];
        for (int i = 0; i < statuses.length; i++) {
            statuses[i] = statusWriter.write(outcomes.get(i));
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

    /** The fields about the whole request. */
    private RateLimitResponse ofAll(List<DescriptorOutcome> outcomes) {
        RateLimitResponse ofAll = DescriptorOutcome.isOver(outcomes) ? OVER_LIMIT : OK;
        Counted shown = withHeaders ? tightest(outcomes) : null;
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

    /** The last exceeded limit, or else the limit with the fewest requests left. */
    private static @Nullable Counted tightest(List<DescriptorOutcome> outcomes) {
        Counted tightest = null;
        for (DescriptorOutcome outcome : outcomes) {
            if (outcome instanceof Counted counted
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
