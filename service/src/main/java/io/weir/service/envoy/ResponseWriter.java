package io.weir.service.envoy;

import com.google.protobuf.Duration;
import io.weir.http.Seconds;
import io.weir.policyfile.envoy.Allowance;
import io.weir.policyfile.envoy.DescriptorLimit;
import io.weir.policyfile.envoy.Domains;
import io.weir.service.envoy.Standing.Counted;
import io.weir.service.envoy.Standing.Uncounted;
import io.weir.service.envoy.wire.HeaderValue;
import io.weir.service.envoy.wire.RateLimitResponse;
import io.weir.service.envoy.wire.RateLimitResponse.Code;
import io.weir.service.envoy.wire.RateLimitResponse.DescriptorStatus;
import io.weir.service.envoy.wire.RateLimitResponse.RateLimit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes answers for the wire. */
final class ResponseWriter {

    private static final int UNSIGNED_MOST = -1;
    private static final DescriptorStatus UNMATCHED =
            DescriptorStatus.newBuilder().setCode(Code.OK).build();
    private static final DescriptorStatus UNLIMITED = DescriptorStatus.newBuilder()
            .setCode(Code.OK)
            .setLimitRemaining(UNSIGNED_MOST)
            .build();

    private final boolean withHeaders;
    private volatile PerLimit<RateLimit> ofFiles = PerLimit.none();

    /** @param withHeaders whether Envoy is to add headers to its response */
    ResponseWriter(boolean withHeaders) {
        this.withHeaders = withHeaders;
    }

    /** Makes what answers say of the limits there are. */
    void use(Domains domains) {
        ofFiles = new PerLimit<>(
                domains,
                (limit, domain, path) -> limit.counting()
                        .map(counting -> described(limit, counting.allowance()))
                        .orElse(RateLimit.getDefaultInstance()));
    }

    private static RateLimit described(DescriptorLimit limit, Allowance allowance) {
        RateLimit.Builder described =
                RateLimit.newBuilder().setName(limit.name()).setRequestsPerUnit((int) allowance.requests());
        allowance.unit().ifPresent(unit -> described.setUnit(RateLimit.Unit.valueOf(unit.name())));
        return described.build();
    }

    RateLimitResponse write(List<Standing> standings) {
        RateLimitResponse.Builder response =
                RateLimitResponse.newBuilder().setOverallCode(Standing.isOver(standings) ? Code.OVER_LIMIT : Code.OK);
        for (Standing standing : standings) {
            response.addStatuses(status(standing));
        }
        Counted shown = withHeaders ? tightest(standings) : null;
        if (shown != null) {
            response.addResponseHeadersToAdd(header(
                            "RateLimit-Limit", shown.counting().allowance().requests()))
                    .addResponseHeadersToAdd(header("RateLimit-Remaining", shown.remaining()))
                    .addResponseHeadersToAdd(header("RateLimit-Reset", resetSeconds(shown)));
        }
        return response.build();
    }

    private DescriptorStatus status(Standing standing) {
        if (!(standing instanceof Counted counted)) {
            return standing == Uncounted.UNLIMITED ? UNLIMITED : UNMATCHED;
        }
        RateLimit ofFile = ofFiles.of(counted.limit());
        return DescriptorStatus.newBuilder()
                .setCode(counted.saysOver() ? Code.OVER_LIMIT : Code.OK)
                .setCurrentLimit(
                        ofFile == null
                                ? described(counted.limit(), counted.counting().allowance())
                                : ofFile)
                .setLimitRemaining((int) counted.remaining())
                .setDurationUntilReset(Duration.newBuilder().setSeconds(resetSeconds(counted)))
                .build();
    }

    private static long resetSeconds(Counted counted) {
        return Seconds.roundedUp(counted.counting().resetAfterMicros(counted.decision()));
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
