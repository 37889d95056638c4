package io.weir.service.envoy;

import io.weir.policyfile.envoy.Allowance;
import io.weir.policyfile.envoy.Entry;
import io.weir.policyfile.envoy.Unit;
import io.weir.service.envoy.wire.RateLimitDescriptor;
import io.weir.service.envoy.wire.RateLimitDescriptor.RateLimitOverride;
import io.weir.service.envoy.wire.RateLimitRequest;
import io.weir.service.envoy.wire.RateLimitUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Reads requests off the wire, and refuses what no Envoy sends. An Envoy that lets requests pass when it is refused must not be
 * led to it by a client of its own, so a text may be as long as all the headers of a request.
 */
final class RequestReader {

    static final int MOST_DESCRIPTORS = 200;
    static final int MOST_ENTRIES = 50;
    static final int MOST_CHARACTERS = 65_536;

    private RequestReader() {}

    static List<Asked> read(RateLimitRequest request) {
        if (request.getDomain().isEmpty()) {
            throw new BadRequest("rate limit domain must not be empty");
        }
        requireShort(request.getDomain(), "domain");
        int count = request.getDescriptorsCount();
        if (count == 0) {
            throw new BadRequest("rate limit descriptor list must not be empty");
        }
        if (count > MOST_DESCRIPTORS) {
            throw new BadRequest("descriptors must be at most " + MOST_DESCRIPTORS + ", but are " + count);
        }
        Hits hits = Hits.of(Math.max(1, Integer.toUnsignedLong(request.getHitsAddend())), false);
        List<Asked> asked = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            asked.add(read(request.getDescriptors(i), i, hits));
        }
        return asked;
    }

    private static Asked read(RateLimitDescriptor descriptor, int at, Hits ofRequest) {
        int count = descriptor.getEntriesCount();
        if (count > MOST_ENTRIES) {
            throw new BadRequest(
                    "descriptors[" + at + "].entries must be at most " + MOST_ENTRIES + ", but are " + count);
        }
        List<Entry> entries = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            RateLimitDescriptor.Entry entry = descriptor.getEntries(i);
            requireShort(entry.getKey(), at, i, "key");
            requireShort(entry.getValue(), at, i, "value");
            entries.add(new Entry(entry.getKey(), entry.getValue()));
        }
        Optional<Allowance> limit =
                descriptor.hasLimit() ? Optional.of(allowance(descriptor.getLimit(), at)) : Optional.empty();
        return new Asked(entries, limit, hits(descriptor, ofRequest));
    }

    private static Hits hits(RateLimitDescriptor descriptor, Hits ofRequest) {
        if (!descriptor.hasHitsAddend() && !descriptor.getIsNegativeHits()) {
            return ofRequest;
        }
        long count = descriptor.hasHitsAddend() ? descriptor.getHitsAddend().getValue() : ofRequest.count();
        return Hits.of(count, descriptor.getIsNegativeHits());
    }

    private static Allowance allowance(RateLimitOverride limit, int at) {
        RateLimitUnit unit = limit.getUnit();
        if (unit == RateLimitUnit.UNKNOWN || unit == RateLimitUnit.UNRECOGNIZED) {
            throw new BadRequest("descriptors[" + at
                    + "].limit.unit must be SECOND, MINUTE, HOUR, DAY, WEEK, MONTH or YEAR, but was "
                    + limit.getUnitValue());
        }
        return Allowance.of(Integer.toUnsignedLong(limit.getRequestsPerUnit()), Unit.valueOf(unit.name()));
    }

    private static void requireShort(String text, int descriptor, int entry, String field) {
        if (text.length() > MOST_CHARACTERS) {
            requireShort(text, "descriptors[" + descriptor + "].entries[" + entry + "]." + field);
        }
    }

    private static void requireShort(String text, String field) {
        if (text.length() > MOST_CHARACTERS) {
            throw new BadRequest(String.format(
                    Locale.ROOT,
                    "%s must have at most %,d characters, but has %,d",
                    field,
                    MOST_CHARACTERS,
                    text.length()));
        }
    }
}
