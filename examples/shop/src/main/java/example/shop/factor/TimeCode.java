package example.shop.factor;

import com.eatthepath.otp.TimeBasedOneTimePasswordGenerator;
import java.security.InvalidKeyException;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import javax.crypto.spec.SecretKeySpec;

/** Codes of six digits that change every 30 seconds (RFC 6238). */
public final class TimeCode {

    private static final TimeBasedOneTimePasswordGenerator CODES = new TimeBasedOneTimePasswordGenerator();
    private static final Duration STEP = CODES.getTimeStep();

    private TimeCode() {}

    /** Returns the code at a time. */
    public static String at(String secret, Instant time) {
        try {
            return CODES.generateOneTimePasswordString(new SecretKeySpec(Base32.decode(secret), "RAW"), time);
        } catch (InvalidKeyException impossible) {
            throw new IllegalStateException("HMAC takes any key", impossible);
        }
    }

    /**
     * Returns the step of time to which a code belongs: the present one, or the one before or after it, for clocks that are
     * wrong. A step is accepted once.
     */
    static OptionalLong step(String secret, String code, Instant now, long lastStep) {
        long present = now.getEpochSecond() / STEP.toSeconds();
        return LongStream.of(present, present - 1, present + 1)
                .filter(step -> step > lastStep
                        && at(secret, Instant.ofEpochSecond(step * STEP.toSeconds()))
                                .equals(code))
                .findFirst();
    }
}
