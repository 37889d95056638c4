package io.weir.client;

import java.net.URI;
import java.net.http.HttpClient.Version;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Optional;
import javax.net.ssl.SSLSession;

/** A refused answer that the caller gets after all, with the body that was kept. */
record HandedBack<T>(HttpResponse<T> answer, T body) implements HttpResponse<T> {

    @Override
    public int statusCode() {
        return answer.statusCode();
    }

    @Override
    public HttpRequest request() {
        return answer.request();
    }

    @Override
    public Optional<HttpResponse<T>> previousResponse() {
        return answer.previousResponse();
    }

    @Override
    public HttpHeaders headers() {
        return answer.headers();
    }

    @Override
    public Optional<SSLSession> sslSession() {
        return answer.sslSession();
    }

    @Override
    public URI uri() {
        return answer.uri();
    }

    @Override
    public Version version() {
        return answer.version();
    }
}
