package io.weir.guard.jwt;

import com.nimbusds.jose.util.Resource;
import com.nimbusds.jose.util.ResourceRetriever;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Fetches the issuer's keys: from that URL only, without following redirects, 256 KB at most, within a few seconds. */
final class JwksRetriever implements ResourceRetriever {

    private static final int MOST_BYTES = 1 << 18;
    private static final Duration LONGEST = Duration.ofSeconds(3);
    private static final int OK = 200;

    private final HttpClient client = HttpClient.newBuilder()
            .followRedirects(Redirect.NEVER)
            .connectTimeout(LONGEST)
            .build();

    @Override
    public Resource retrieveResource(URL url) throws IOException {
        try {
            HttpRequest request = HttpRequest.newBuilder(uri(url))
                    .timeout(LONGEST)
                    .header("Accept", "application/json")
                    .build();
            HttpResponse<InputStream> response = client.send(request, BodyHandlers.ofInputStream());
            try (InputStream body = response.body()) {
                if (response.statusCode() != OK) {
                    throw new IOException("The keys of the issuer cannot be read: status " + response.statusCode());
                }
                byte[] bytes = body.readNBytes(MOST_BYTES + 1);
                if (bytes.length > MOST_BYTES) {
                    throw new IOException("The keys of the issuer have more than " + MOST_BYTES + " bytes");
                }
                return new Resource(new String(bytes, StandardCharsets.UTF_8), "application/json");
            }
        } catch (ConnectException unreachable) {
            // The exception of the client has no message.
            throw new IOException("its server cannot be reached", unreachable);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException(interrupted);
        }
    }

    private static URI uri(URL url) throws IOException {
        try {
            return url.toURI();
        } catch (URISyntaxException unreadable) {
            throw new IOException(unreadable);
        }
    }
}
