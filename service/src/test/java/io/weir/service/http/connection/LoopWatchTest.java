package io.weir.service.http.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;

import io.netty.util.concurrent.DefaultEventExecutor;
import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.support.GenericApplicationContext;

/** An event loop that ends before the service is reported. */
final class LoopWatchTest {

    private final List<String> dead = Collections.synchronizedList(new ArrayList<>());
    private final LoopWatch watch = new LoopWatch(dead::add);
    private final EventExecutor loop = new DefaultEventExecutor();

    @Test
    void anEventLoopThatDiesIsReportedOnce() throws Exception {
        watch.watch(loop);
        watch.watch(loop);
        loop.shutdownGracefully(0, 1, TimeUnit.MINUTES).sync();
        loop.terminationFuture().sync();
        await().atMost(ONE_MINUTE).untilAsserted(() -> assertThat(dead).containsExactly(loop.toString()));
    }

    @Test
    void anEventLoopThatEndsWithTheServiceIsNotReported() throws Exception {
        watch.watch(loop);
        try (GenericApplicationContext context = new GenericApplicationContext()) {
            watch.onApplicationEvent(new ContextClosedEvent(context));
        }
        loop.shutdownGracefully(0, 1, TimeUnit.MINUTES).sync();
        loop.terminationFuture().sync();
        assertThat(dead).isEmpty();
    }
}
