package example.shop.web;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;

/** A response that keeps problem details back, and passes on everything else. */
final class HeldProblem extends HttpServletResponseWrapper {

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
    public void setHeader(String name, @Nullable String value) {
        look(name, value);
        super.setHeader(name, value);
    }

    @Override
    public void addHeader(String name, @Nullable String value) {
        look(name, value);
        super.addHeader(name, value);
    }

    @Override
    public void setContentType(@Nullable String type) {
        look(HttpHeaders.CONTENT_TYPE, type);
        super.setContentType(type);
    }

    private void look(String header, @Nullable String value) {
        if (header.equalsIgnoreCase(HttpHeaders.CONTENT_TYPE)) {
            isHeld = value != null && value.startsWith(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        }
    }

    @Override
    public void setContentLength(int length) {
        setContentLengthLong(length);
    }

    @Override
    public void setContentLengthLong(long length) {
        if (!isHeld) {
            super.setContentLengthLong(length);
        }
    }

    @Override
    public void flushBuffer() throws IOException {
        if (!isHeld) {
            super.flushBuffer();
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
