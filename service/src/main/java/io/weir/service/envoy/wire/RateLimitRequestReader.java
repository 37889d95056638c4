package io.weir.service.envoy.wire;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import io.weir.policyfile.internal.envoy.Allowance;
import io.weir.policyfile.internal.envoy.Entry;
import io.weir.policyfile.internal.envoy.Unit;
import io.weir.service.envoy.decide.HitsAddend;
import io.weir.service.envoy.decide.LimitRequest;
import io.weir.service.envoy.decide.RequestedDescriptor;
import io.weir.service.envoy.wire.RateLimitDescriptor.RateLimitOverride;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a RateLimitRequest off the wire.
 *
 * <p>The generated parser rejects a message as soon as one text is not UTF-8. Envoy copies headers into texts as they are, and an
 * Envoy with {@code failure_mode_deny: false} lets a request pass when its message is rejected: one byte in a header would be a
 * way around all limits. So this reader accepts {@linkplain BrokenText any bytes} as text, of any length that fits into a message, and
 * rejects only mistakes in the configuration of Envoy, which no client of Envoy can cause.
 */
public final class RateLimitRequestReader {

    static final int MOST_DESCRIPTORS = 200;
    static final int MOST_ENTRIES = 50;

    private static final int VARINT = 0;
    private static final int LENGTH_DELIMITED = 2;

    private static final int DOMAIN = tag(RateLimitRequest.DOMAIN_FIELD_NUMBER, LENGTH_DELIMITED);
    private static final int DESCRIPTORS = tag(RateLimitRequest.DESCRIPTORS_FIELD_NUMBER, LENGTH_DELIMITED);
    private static final int REQUEST_HITS = tag(RateLimitRequest.HITS_ADDEND_FIELD_NUMBER, VARINT);
    private static final int ENTRIES = tag(RateLimitDescriptor.ENTRIES_FIELD_NUMBER, LENGTH_DELIMITED);
    private static final int LIMIT = tag(RateLimitDescriptor.LIMIT_FIELD_NUMBER, LENGTH_DELIMITED);
    private static final int HITS = tag(RateLimitDescriptor.HITS_ADDEND_FIELD_NUMBER, LENGTH_DELIMITED);
    private static final int IS_NEGATIVE = tag(RateLimitDescriptor.IS_NEGATIVE_HITS_FIELD_NUMBER, VARINT);
    private static final int KEY = tag(RateLimitDescriptor.Entry.KEY_FIELD_NUMBER, LENGTH_DELIMITED);
    private static final int VALUE = tag(RateLimitDescriptor.Entry.VALUE_FIELD_NUMBER, LENGTH_DELIMITED);
    private static final int PER_UNIT = tag(RateLimitOverride.REQUESTS_PER_UNIT_FIELD_NUMBER, VARINT);
    private static final int UNIT = tag(RateLimitOverride.UNIT_FIELD_NUMBER, VARINT);
    private static final int WRAPPED = tag(1, VARINT);

    /** Java decodes bytes that are not UTF-8 to this character. */
    private static final char REPLACEMENT = '\uFFFD';

    private final byte[] message;
    private final CodedInputStream in;
    private boolean hasBrokenText;

    private RateLimitRequestReader(byte[] message) {
        this.message = message;
        this.in = CodedInputStream.newInstance(message);
    }

    private static int tag(int field, int wireType) {
        return field << 3 | wireType;
    }

    /** Throws {@link InvalidCall} for a message that is not a request, or has more descriptors or entries than allowed. */
    public static LimitRequest read(byte[] message) {
        try {
            Frame frame = new RateLimitRequestReader(message).frame();
            return new RateLimitRequestReader(message).request(frame);
        } catch (InvalidProtocolBufferException malformed) {
            throw new InvalidCall("this is no RateLimitRequest: " + malformed.getMessage());
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The number of descriptors, and the hits of the request, which come on the wire after the descriptors that need them. */
    private record Frame(int descriptors, HitsAddend hits) {}

    private Frame frame() throws IOException {
        int descriptors = 0;
        long hits = 0;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            if (tag == REQUEST_HITS) {
                hits = Integer.toUnsignedLong(in.readUInt32());
            } else {
                descriptors += tag == DESCRIPTORS ? 1 : 0;
                skip(tag);
            }
        }
        return new Frame(descriptors, HitsAddend.of(Math.max(1, hits), false));
    }

    private LimitRequest request(Frame frame) throws IOException {
        String domain = "";
        List<RequestedDescriptor> descriptors = new ArrayList<>(Math.min(frame.descriptors(), MOST_DESCRIPTORS));
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            if (tag == DOMAIN) {
                domain = text();
            } else if (tag == DESCRIPTORS && frame.descriptors() <= MOST_DESCRIPTORS) {
                int outer = enter();
                descriptors.add(descriptor(descriptors.size(), frame.hits()));
                leave(outer);
            } else {
                skip(tag);
            }
        }
        requireSound(domain, frame.descriptors());
        return new LimitRequest(domain, descriptors, hasBrokenText);
    }

    private static void requireSound(String domain, int descriptors) {
        if (domain.isEmpty()) {
            throw new InvalidCall("rate limit domain must not be empty");
        }
        if (descriptors == 0) {
            throw new InvalidCall("rate limit descriptor list must not be empty");
        }
        if (descriptors > MOST_DESCRIPTORS) {
            throw new InvalidCall("descriptors must be at most " + MOST_DESCRIPTORS + ", but are " + descriptors);
        }
    }

    private RequestedDescriptor descriptor(int at, HitsAddend ofRequest) throws IOException {
        List<Entry> entries = new ArrayList<>(2);
        Optional<Allowance> limit = Optional.empty();
        long count = ofRequest.count();
        boolean hasOwnHits = false;
        boolean isNegative = false;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            if (tag == ENTRIES) {
                if (entries.size() == MOST_ENTRIES) {
                    throw new InvalidCall("descriptors[" + at + "].entries must be at most " + MOST_ENTRIES);
                }
                int outer = enter();
                entries.add(entry());
                leave(outer);
            } else if (tag == LIMIT) {
                int outer = enter();
                limit = Optional.of(allowance(at));
                leave(outer);
            } else if (tag == HITS) {
                int outer = enter();
                count = wrappedNumber();
                leave(outer);
                hasOwnHits = true;
            } else if (tag == IS_NEGATIVE) {
                isNegative = in.readBool();
            } else {
                skip(tag);
            }
        }
        return new RequestedDescriptor(
                entries, limit, hasOwnHits || isNegative ? HitsAddend.of(count, isNegative) : ofRequest);
    }

    private Entry entry() throws IOException {
        String key = "";
        String value = "";
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            if (tag == KEY) {
                key = text();
            } else if (tag == VALUE) {
                value = text();
            } else {
                skip(tag);
            }
        }
        return new Entry(key, value);
    }

    private Allowance allowance(int at) throws IOException {
        long perUnit = 0;
        int unitNumber = 0;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            if (tag == PER_UNIT) {
                perUnit = Integer.toUnsignedLong(in.readUInt32());
            } else if (tag == UNIT) {
                unitNumber = in.readEnum();
            } else {
                skip(tag);
            }
        }
        RateLimitUnit unit = RateLimitUnit.forNumber(unitNumber);
        if (unit == null || unit == RateLimitUnit.UNKNOWN) {
            throw new InvalidCall("descriptors[" + at
                    + "].limit.unit must be SECOND, MINUTE, HOUR, DAY, WEEK, MONTH or YEAR, but was " + unitNumber);
        }
        return Allowance.of(perUnit, Unit.valueOf(unit.name()));
    }

    private long wrappedNumber() throws IOException {
        long number = 0;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            if (tag == WRAPPED) {
                number = in.readUInt64();
            } else {
                skip(tag);
            }
        }
        return number;
    }

    private String text() throws IOException {
        int length = in.readRawVarint32();
        int from = in.getTotalBytesRead();
        in.skipRawBytes(length);
        String text = new String(message, from, length, StandardCharsets.UTF_8);
        // Java does not visit each character of a text that is all Latin-1.
        if (text.indexOf(REPLACEMENT) < 0) {
            return text;
        }
        String exact = BrokenText.decode(message, from, length);
        hasBrokenText |= !exact.equals(text);
        return exact;
    }

    /** Begins to read the message in a field; returns the end of the outer message, for {@link #leave}. */
    private int enter() throws IOException {
        return in.pushLimit(in.readRawVarint32());
    }

    private void leave(int outer) {
        in.popLimit(outer);
    }

    private void skip(int tag) throws IOException {
        if (!in.skipField(tag)) {
            throw new InvalidProtocolBufferException("a group ends that has not begun");
        }
    }
}
