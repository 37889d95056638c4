package io.weir.benchmarks.filter;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request without a container. It has only what filters read, so that it adds little to their time. */
final class StubRequest extends HttpServletRequestWrapper {

    /** A request whose methods all fail, so that a method which this stub lacks ends the benchmark. */
    private static final HttpServletRequest NOTHING = (HttpServletRequest) Proxy.newProxyInstance(
            StubRequest.class.getClassLoader(),
            new Class<?>[] {HttpServletRequest.class},
            (proxy, method, arguments) -> {
                throw new UnsupportedOperationException(method.toString());
            });

    private final String path;
    private final String address;
    private final Map<String, Object> attributes = new HashMap<>();

    StubRequest(String path, String address) {
        super(NOTHING);
        this.path = path;
        this.address = address;
    }

    /** Resets the request for reuse, as containers do. */
    void recycle() {
        attributes.clear();
    }

    @Override
    public String getMethod() {
        return "POST";
    }

    @Override
    public String getRequestURI() {
        return path;
    }

    @Override
    public String getContextPath() {
        return "";
    }

    @Override
    public String getServletPath() {
        return path;
    }

    @Override
    public @Nullable String getPathInfo() {
        return null;
    }

    @Override
    public String getServerName() {
        return "localhost";
    }

    @Override
    public String getRemoteAddr() {
        return address;
    }

    @Override
    public DispatcherType getDispatcherType() {
        return DispatcherType.REQUEST;
    }

    @Override
    public boolean isAsyncStarted() {
        return false;
    }

    @Override
    public @Nullable Object getAttribute(String name) {
        return attributes.get(name);
    }

    @Override
    public void setAttribute(String name, Object value) {
        attributes.put(name, value);
    }

    @Override
    public void removeAttribute(String name) {
        attributes.remove(name);
    }

    @Override
    public @Nullable String getHeader(String name) {
        return null;
    }

    @Override
    public Enumeration<String> getHeaders(String name) {
        return Collections.emptyEnumeration();
    }

    @Override
    public @Nullable String getQueryString() {
        return null;
    }
}
