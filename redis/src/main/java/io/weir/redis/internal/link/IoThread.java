package io.weir.redis.internal.link;

import io.netty.util.concurrent.FastThreadLocalThread;

/** A thread that reads answers from Redis, and therefore must not wait for one. */
public final class IoThread extends FastThreadLocalThread {

    IoThread(Runnable task, String name) {
        super(task, name);
        setDaemon(true);
    }

    public static void refuseToWait() {
        if (Thread.currentThread() instanceof IoThread) {
            throw new IllegalStateException("this thread brings the answers from Redis and would wait for itself;"
                    + " use charge and go on with its result, or call from another thread");
        }
    }
}
