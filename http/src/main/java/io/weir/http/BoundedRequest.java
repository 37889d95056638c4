package io.weir.http;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A request whose body is counted while it is read, for bodies without a Content-Length. */
final class BoundedRequest extends HttpServletRequestWrapper {

    private final long mostBytes;
    private final Refusal refusal;
    private @Nullable ServletInputStream body;
    private @Nullable BufferedReader reader;
    private volatile boolean tooLarge;

    BoundedRequest(HttpServletRequest request, long mostBytes, Refusal refusal) {
        super(request);
        this.mostBytes = mostBytes;
        this.refusal = refusal;
    }

    /** Returns whether more was sent than is allowed; reading ended there with an exception. */
    boolean isTooLarge() {
        return tooLarge;
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
        if (body == null) {
            body = new CountedBody(super.getInputStream());
        }
        return body;
    }

    @Override
    public BufferedReader getReader() throws IOException {
        if (reader == null) {
            String named = getCharacterEncoding();
            Charset charset = named == null ? StandardCharsets.ISO_8859_1 : Charset.forName(named);
            reader = new BufferedReader(new InputStreamReader(getInputStream(), charset));
        }
        return reader;
    }

    private final class CountedBody extends ServletInputStream {

        private final ServletInputStream original;
        private long readBytes;

        CountedBody(ServletInputStream original) {
            this.original = original;
        }

        /** An IOException would look to the application as if the client had hung up. */
        private int counted(int bytes) {
            readBytes += Math.max(0, bytes);
            if (readBytes > mostBytes) {
                tooLarge = true;
                throw new RefusalException("the body of the request has more than " + mostBytes + " bytes", refusal);
            }
            return bytes;
        }

        @Override
        public int read() throws IOException {
            int next = original.read();
            counted(next < 0 ? 0 : 1);
            return next;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            return counted(original.read(bytes, from, length));
        }

        @Override
        public boolean isFinished() {
            return original.isFinished();
        }

        @Override
        public boolean isReady() {
            return original.isReady();
        }

        @Override
        public void setReadListener(ReadListener listener) {
            original.setReadListener(listener);
        }
    }
}
