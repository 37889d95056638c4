package example.shop.attack;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Solves the puzzles of the shop, as the browsers of its customers do. */
final class Puzzles {

    /** The solution of a puzzle, which is good for one request. */
    record Answer(String text) {}

    private Puzzles() {}

    static Answer solve(String puzzle) {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            int bits = Integer.parseInt(puzzle.split("\\.", -1)[1]);
            for (long number = 0; ; number++) {
                String answer = puzzle + "." + number;
                byte[] hash = sha256.digest(answer.getBytes(StandardCharsets.US_ASCII));
                if (Integer.numberOfLeadingZeros(ByteBuffer.wrap(hash).getInt()) >= bits) {
                    return new Answer(answer);
                }
            }
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }
}
