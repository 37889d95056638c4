package io.weir.service.envoy.wire;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.Duration;
import io.weir.http.internal.Seconds;
import io.weir.policyfile.internal.envoy.Allowance;
import io.weir.policyfile.internal.envoy.DescriptorLimit;
import io.weir.policyfile.internal.envoy.Domains;
import io.weir.service.envoy.decide.DescriptorOutcome;
import io.weir.service.envoy.decide.DescriptorOutcome.Counted;
import io.weir.service.envoy.decide.DescriptorOutcome.Uncounted;
import io.weir.service.envoy.decide.PerLimit;
import io.weir.service.envoy.wire.RateLimitResponse.Code;
import io.weir.service.envoy.wire.RateLimitResponse.DescriptorStatus;
import io.weir.service.envoy.wire.RateLimitResponse.RateLimit;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Writes the DescriptorStatus of a descriptor. The fields that are the same in every response are written once for each limit, and the
 * fields that change are appended to them, because concatenated fields are a valid message: building the whole message for each response
 * would take as long as the decision.
 */
final class StatusWriter {

    private static final int UNSIGNED_MOST = -1;
    private static final byte[] UNMATCHED =
            DescriptorStatus.newBuilder().setCode(Code.OK).build().toByteArray();
    private static final byte[] UNLIMITED = DescriptorStatus.newBuilder()
            .setCode(Code.OK)
            .setLimitRemaining(UNSIGNED_MOST)
            .build()
            .toByteArray();

    /** The first fields of a status, for a request within the limit and for one over it. */
    private record Beginnings(ByteString within, ByteString over) {

        static final Beginnings NONE = new Beginnings(ByteString.EMPTY, ByteString.EMPTY);

        static Beginnings of(DescriptorLimit limit, Allowance allowance) {
            RateLimit described = described(limit, allowance);
            return new Beginnings(beginning(Code.OK, described), beginning(Code.OVER_LIMIT, described));
        }

        private static ByteString beginning(Code code, RateLimit described) {
            return DescriptorStatus.newBuilder()
                    .setCode(code)
                    .setCurrentLimit(described)
                    .build()
                    .toByteString();
        }
    }

    private volatile PerLimit<Beginnings> ofFiles = PerLimit.none();

    /** Writes the first fields for the limits of new files. */
    void use(Domains domains) {
        ofFiles = new PerLimit<>(
                domains,
                (limit, domain, path) -> limit.counting()
                        .map(counting -> Beginnings.of(limit, counting.allowance()))
                        .orElse(Beginnings.NONE));
    }

    private static RateLimit described(DescriptorLimit limit, Allowance allowance) {
        RateLimit.Builder described =
                RateLimit.newBuilder().setName(limit.name()).setRequestsPerUnit((int) allowance.requests());
        allowance.unit().ifPresent(unit -> described.setUnit(RateLimit.Unit.valueOf(unit.name())));
        return described.build();
    }

    byte[] write(DescriptorOutcome outcome) {
        if (!(outcome instanceof Counted counted)) {
            return outcome == Uncounted.UNLIMITED ? UNLIMITED : UNMATCHED;
        }
        Beginnings ofFile = ofFiles.of(counted.limit());
        Beginnings beginnings = ofFile == null
                ? Beginnings.of(counted.limit(), counted.counting().allowance())
                : ofFile;
        return written(counted.saysOver() ? beginnings.over() : beginnings.within(), counted);
    }

    private static byte[] written(ByteString beginning, Counted counted) {
        int remaining = (int) counted.remaining();
        Duration reset = Duration.newBuilder().setSeconds(resetSeconds(counted)).build();
        int more = CodedOutputStream.computeUInt32Size(DescriptorStatus.LIMIT_REMAINING_FIELD_NUMBER, remaining)
                + CodedOutputStream.computeMessageSize(DescriptorStatus.DURATION_UNTIL_RESET_FIELD_NUMBER, reset);
        byte[] status = new byte[beginning.size() + more];
        beginning.copyTo(status, 0);
        CodedOutputStream out = CodedOutputStream.newInstance(status, beginning.size(), more);
        try {
            out.writeUInt32(DescriptorStatus.LIMIT_REMAINING_FIELD_NUMBER, remaining);
            out.writeMessage(DescriptorStatus.DURATION_UNTIL_RESET_FIELD_NUMBER, reset);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return status;
    }

    static long resetSeconds(Counted counted) {
        return Seconds.roundedUp(counted.counting().resetAfterMicros(counted.decision()));
    }
}
