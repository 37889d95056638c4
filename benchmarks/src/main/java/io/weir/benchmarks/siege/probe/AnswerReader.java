package io.weir.benchmarks.siege.probe;

import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.function.Consumer;

/** Splits the bytes of a server into HTTP/1.1 responses. */
public final class AnswerReader {

    private static final String END_OF_HEAD = "\r\n\r\n";
    private static final int MOST_BODY_KEPT = 1_024;
    private static final int UNKNOWN = -1;

    private final Consumer<Answer> answers;
    private final StringBuilder head = new StringBuilder();
    private final StringBuilder body = new StringBuilder();
    private boolean inBody;
    /** Bytes of the body that are still to come, or {@link #UNKNOWN} if it is chunked. */
    private long missing;
    /** The last bytes of a chunked body. */
    private final StringBuilder tail = new StringBuilder();

    /**
     * A response.
     *
     *
     * @param body the first bytes of the body
     */
    public record Answer(int status, String body) {

        public boolean degraded() {
            return body.contains("\"degraded\":true");
        }
    }

    public AnswerReader(Consumer<Answer> answers) {
        this.answers = answers;
    }

    public void read(ByteBuffer bytes) {
        while (bytes.hasRemaining()) {
            if (inBody) {
                readBody(bytes);
            } else {
                readHead((char) (bytes.get() & 0xff));
            }
        }
    }

    private void readHead(char next) {
        head.append(next);
        if (next == '\n' && endsWith(head, END_OF_HEAD)) {
            String text = head.toString().toLowerCase(Locale.ROOT);
            String length = header(text, "content-length");
            boolean chunked = header(text, "transfer-encoding").equals("chunked");
            missing = chunked ? UNKNOWN : length.isEmpty() ? 0 : Long.parseLong(length);
            inBody = true;
            endIfComplete();
        }
    }

    private static String header(String head, String name) {
        int at = head.indexOf("\r\n" + name + ":");
        return at < 0
                ? ""
                : head.substring(at + name.length() + 3, head.indexOf('\r', at + 2))
                        .strip();
    }

    private void readBody(ByteBuffer bytes) {
        if (missing == UNKNOWN) {
            char next = (char) (bytes.get() & 0xff);
            keep(next);
            tail.append(next);
            if (next == '\n'
                    && (endsWith(tail, "\r\n0\r\n\r\n") || tail.toString().equals("0\r\n\r\n"))) {
                missing = 0;
            } else if (tail.length() > 64) {
                tail.delete(0, tail.length() - 8);
            }
        } else {
            for (; missing > 0 && bytes.hasRemaining(); missing--) {
                keep((char) (bytes.get() & 0xff));
            }
        }
        endIfComplete();
    }

    private void keep(char next) {
        if (body.length() < MOST_BODY_KEPT) {
            body.append(next);
        }
    }

    private void endIfComplete() {
        if (missing != 0) {
            return;
        }
        int status = Integer.parseInt(head.substring("HTTP/1.1 ".length(), "HTTP/1.1 200".length()));
        Answer answer = new Answer(status, body.toString());
        inBody = false;
        head.setLength(0);
        body.setLength(0);
        tail.setLength(0);
        if (status >= 200) {
            answers.accept(answer);
        }
    }

    private static boolean endsWith(StringBuilder text, String end) {
        return text.length() >= end.length() && text.indexOf(end, text.length() - end.length()) >= 0;
    }
}
