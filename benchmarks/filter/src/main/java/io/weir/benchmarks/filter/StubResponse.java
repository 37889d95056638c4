package io.weir.benchmarks.filter;

import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A response without a container, which keeps the headers that were set last. */
final class StubResponse extends HttpServletResponseWrapper {

    /** A response whose methods all fail, so that a method which this stub lacks ends the benchmark. */
    private static final HttpServletResponse NOTHING = (HttpServletResponse) Proxy.newProxyInstance(
            StubResponse.class.getClassLoader(),
            new Class<?>[] {HttpServletResponse.class},
            (proxy, method, arguments) -> {
                throw new UnsupportedOperationException(method.toString());
            });

    private final Map<String, String> headers = new ConcurrentHashMap<>();

    StubResponse() {
        super(NOTHING);
    }

    Map<String, String> headers() {
        return headers;
    }

    @Override
    public void setHeader(String name, String value) {
        headers.put(name, value);
    }

    @Override
    public void addHeader(String name, String value) {
        headers.put(name, value);
    }

    @Override
    public boolean containsHeader(String name) {
        return headers.containsKey(name);
    }

    @Override
    public int getStatus() {
        return HttpServletResponse.SC_OK;
    }

    @Override
    public boolean isCommitted() {
        return false;
    }
}
