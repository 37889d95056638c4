package example.shop.web;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** A response that keeps problem details back, and passes on everything else. */
final class HeldProblem extends HttpServletResponseWrapper {

    private static final String CONTENT_TYPE = "Content-Type";
    private static final String PROBLEM = "application/problem+json";

    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private boolean isHeld;

    HeldProblem(HttpServletResponse response) {
        super(response);
    }

    /** Returns the problem details that were written. */
    Optional<String> problem() {
        return isHeld ? Optional.of(body.toString(StandardCharsets.UTF_8)) : Optional.empty();
    }

    @Override
    public void setHeader(String name, String value) {
        if (name.equalsIgnoreCase(CONTENT_TYPE)) {
            isHeld = value.startsWith(PROBLEM);
        }
        super.setHeader(name, value);
    }

    @Override
    public void setContentLength(int length) {
        if (!isHeld) {
            super.setContentLength(length);
        }
    }

    @Override
    public ServletOutputStream getOutputStream() throws IOException {
        return isHeld ? new Held() : super.getOutputStream();
    }

    private final class Held extends ServletOutputStream {

        @Override
        public void write(int each) {
            body.write(each);
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            throw new IllegalStateException("a refusal is written at once");
        }
    }
}
