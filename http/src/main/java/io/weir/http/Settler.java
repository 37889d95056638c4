package io.weir.http;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Settles a passage when a response is complete that is written asynchronously. */
record Settler(Passage passage, HttpServletResponse response) implements AsyncListener {

    void follow(AsyncContext async) {
        async.addListener(this);
    }

    @Override
    public void onComplete(AsyncEvent event) {
        passage.settle(response.getStatus());
    }

    /** A caller who hung up is not given back anything. */
    @Override
    public void onError(AsyncEvent event) {
        if (event.getThrowable() instanceof IOException) {
            passage.keep();
        }
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        // What the container makes of it is the response.
    }

    /** Listeners do not outlive a dispatch by themselves. */
    @Override
    public void onStartAsync(AsyncEvent event) {
        follow(event.getAsyncContext());
    }
}
