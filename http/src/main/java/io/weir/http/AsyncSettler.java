package io.weir.http;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Settles a request when its asynchronous response is complete. */
record AsyncSettler(GatedRequest gated, HttpServletResponse response) implements AsyncListener {

    void follow(AsyncContext async) {
        async.addListener(this);
    }

    @Override
    public void onComplete(AsyncEvent event) {
        gated.settle(response.getStatus());
    }

    /** A client that closed the connection gets no charges back. */
    @Override
    public void onError(AsyncEvent event) {
        if (event.getThrowable() instanceof IOException) {
            gated.keep();
        }
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        // The container writes a response, after which onComplete is called.
    }

    /** The container drops listeners at each dispatch, so this one registers itself again. */
    @Override
    public void onStartAsync(AsyncEvent event) {
        follow(event.getAsyncContext());
    }
}
