package io.weir.client.spring;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.ClientHttpResponse;

/**
 * A refused response whose connection is free again. Its body is kept, up to a bound, for the case that no other attempt is
 * made.
 */
final class KeptResponse implements ClientHttpResponse {

    private static final int MOST_BYTES = 1 << 20;

    private final HttpStatusCode status;
    private final String text;
    private final HttpHeaders headers;
    private final byte[] body;

    /** Reads the response and closes it. */
    KeptResponse(ClientHttpResponse response) throws IOException {
        try (response;
                InputStream in = response.getBody()) {
            status = response.getStatusCode();
            text = response.getStatusText();
            headers = SpringHeaders.copy(response.getHeaders());
            body = in.readNBytes(MOST_BYTES + 1);
        }
    }

    @Override
    public HttpStatusCode getStatusCode() {
        return status;
    }

    @Override
    public String getStatusText() {
        return text;
    }

    @Override
    public HttpHeaders getHeaders() {
        return headers;
    }

    @Override
    public InputStream getBody() throws IOException {
        if (body.length > MOST_BYTES) {
            throw new IOException("the body of the refused answer has more than " + MOST_BYTES + " bytes");
        }
        return new ByteArrayInputStream(body);
    }

    @Override
    public void close() {
        // The connection was released when the body had been read.
    }
}
