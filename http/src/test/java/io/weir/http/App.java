package io.weir.http;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/** An application whose paths name its behaviour. */
final class App extends HttpServlet {

    /** The number of calls, whatever their outcome. */
    final AtomicInteger calls = new AtomicInteger();

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        calls.incrementAndGet();
        String[] parts = request.getServletPath().split("/", -1);
        boolean last = request.getDispatcherType() == DispatcherType.ERROR
                || request.getDispatcherType() == DispatcherType.INCLUDE;
        String what = parts.length > 2 && !last ? parts[1] : "";
        switch (what) {
            case "status" -> response.setStatus(Integer.parseInt(parts[2]));
            case "error" -> response.sendError(Integer.parseInt(parts[2]));
            case "throw" -> fail(parts[2]);
            case "forward" -> request.getRequestDispatcher("/" + parts[2]).forward(request, response);
            case "include" -> request.getRequestDispatcher("/" + parts[2]).include(request, response);
            case "dispatch" -> dispatch(request, "/" + parts[2]);
            case "async" -> answerLater(request, Integer.parseInt(parts[2]));
            default -> response.getWriter().print(request.getMethod() + " " + request.getServletPath());
        }
    }

    private static void fail(String how) throws IOException {
        switch (how) {
            case "io" -> throw new IOException("as asked");
            default -> throw new IllegalStateException("as asked");
        }
    }

    private static void dispatch(HttpServletRequest request, String path) {
        AsyncContext async = request.startAsync();
        async.start(() -> async.dispatch(path));
    }

    private static void answerLater(HttpServletRequest request, int status) {
        AsyncContext async = request.startAsync();
        async.start(() -> {
            ((HttpServletResponse) async.getResponse()).setStatus(status);
            async.complete();
        });
    }
}
