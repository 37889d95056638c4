package io.weir.lab.log;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** The lines of one file or of standard input, decompressed if it is gzip. Lines beyond a megabyte are cut. */
final class LogInput implements AutoCloseable {

    static final Path STDIN = Path.of("-");

    private static final int BUFFER = 1 << 18;
    private static final int LONGEST_LINE = 1 << 20;
    private static final int SAMPLE_BYTES = 1 << 18;
    private static final int SAMPLE_LINES = 100;

    private final InputStream in;
    private final List<byte[]> sample;
    private byte[] buffer = new byte[BUFFER];
    private int from;
    private int next;
    private int filled;
    private boolean ended;
    private int lineEnd;
    private @Nullable String damage;

    /** @param read is increased by the bytes that are read from the file */
    LogInput(Path file, InputStream stdin, AtomicLong read) throws IOException {
        InputStream counted = counting(file.equals(STDIN) ? stdin : Files.newInputStream(file), read);
        byte[] magic = counted.readNBytes(6);
        InputStream whole = new SequenceInputStream(new ByteArrayInputStream(magic), counted);
        refuseOthers(file, magic);
        boolean gzip = magic.length > 1 && magic[0] == 0x1f && magic[1] == (byte) 0x8b;
        InputStream plain = gzip ? new GZIPInputStream(whole, BUFFER) : whole;
        InputStream patient = untilDamage(plain);
        byte[] head = patient.readNBytes(SAMPLE_BYTES);
        sample = linesOf(head);
        in = new SequenceInputStream(new ByteArrayInputStream(head), patient);
    }

    private static InputStream counting(InputStream file, AtomicLong read) {
        return new FilterInputStream(file) {
            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                int count = super.read(bytes, offset, length);
                read.addAndGet(Math.max(0, count));
                return count;
            }
        };
    }

    /** Ends the input where an archive is cut off or damaged, instead of failing, so that what was read can be used. */
    private InputStream untilDamage(InputStream plain) {
        return new FilterInputStream(plain) {
            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                if (damage != null) {
                    return -1;
                }
                try {
                    return super.read(bytes, offset, length);
                } catch (EOFException cutOff) {
                    damage = "ends in the middle of the archive";
                } catch (ZipException wrong) {
                    damage = "is damaged: " + wrong.getMessage();
                }
                return -1;
            }
        };
    }

    private static void refuseOthers(Path file, byte[] magic) {
        String tool = begins(magic, 0x28, 0xb5, 0x2f, 0xfd)
                ? "zstd -dc"
                : begins(magic, 0xfd, '7', 'z', 'X') ? "xz -dc" : begins(magic, 'B', 'Z', 'h') ? "bzip2 -dc" : "";
        if (!tool.isEmpty()) {
            throw new UnusableLogException(
                    "Only gzip is decompressed here; write " + tool + " " + file + " | weir simulate -");
        }
    }

    private static boolean begins(byte[] magic, int... bytes) {
        for (int i = 0; i < bytes.length; i++) {
            if (i >= magic.length || magic[i] != (byte) bytes[i]) {
                return false;
            }
        }
        return true;
    }

    private static List<byte[]> linesOf(byte[] head) {
        List<byte[]> lines = new ArrayList<>();
        int start = 0;
        for (int i = 0; i <= head.length && lines.size() < SAMPLE_LINES; i++) {
            boolean ends = i == head.length ? head.length < SAMPLE_BYTES && i > start : head[i] == '\n';
            if (ends) {
                int end = i > start && head[i - 1] == '\r' ? i - 1 : i;
                if (end > start) {
                    lines.add(Arrays.copyOfRange(head, start, end));
                }
                start = i + 1;
            }
        }
        return lines;
    }

    /** Returns the first lines, which are read again later. */
    List<byte[]> sample() {
        return sample;
    }

    /** Returns how the file is damaged, once it was read to its end. */
    @Nullable
    String damage() {
        return damage;
    }

    /** Moves to the next line; returns false after the last one. */
    boolean next() throws IOException {
        from = next;
        int scan = from;
        while (true) {
            for (; scan < filled; scan++) {
                if (buffer[scan] == '\n') {
                    lineEnd = scan > from && buffer[scan - 1] == '\r' ? scan - 1 : scan;
                    next = scan + 1;
                    return true;
                }
            }
            if (ended) {
                lineEnd = filled;
                next = filled;
                return filled > from;
            }
            int moved = from;
            fill();
            scan -= moved;
        }
    }

    /** Moves the begun line to the start of the buffer, and reads more behind it. Of a long line the rest is dropped. */
    private void fill() throws IOException {
        int begun = filled - from;
        if (begun == buffer.length) {
            if (begun >= LONGEST_LINE) {
                begun = LONGEST_LINE / 2;
            } else {
                buffer = Arrays.copyOf(buffer, buffer.length * 2);
            }
        }
        System.arraycopy(buffer, from, buffer, 0, begun);
        from = 0;
        int count = in.read(buffer, begun, buffer.length - begun);
        ended = count < 0;
        filled = begun + Math.max(0, count);
    }

    byte[] bytes() {
        return buffer;
    }

    int lineFrom() {
        return from;
    }

    int lineTo() {
        return lineEnd;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
