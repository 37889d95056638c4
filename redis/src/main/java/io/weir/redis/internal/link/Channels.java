package io.weir.redis.internal.link;

import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** The TCP connections of a store, each with its guard. */
final class Channels implements NettyCustomizer {

    private static final int TIMEOUTS_OF_SILENCE = 4;

    private final long mostSilenceNanos;
    private final Set<ChannelGuard> active = ConcurrentHashMap.newKeySet();

    Channels(Duration timeout) {
        this.mostSilenceNanos = timeout.multipliedBy(TIMEOUTS_OF_SILENCE).toNanos();
    }

    @Override
    public void afterChannelInitialized(Channel channel) {
        channel.pipeline().addFirst(new ChannelGuard(channel, mostSilenceNanos, active));
    }

    /** Runs a task after everything that has arrived by now was read. */
    void afterReading(Runnable then) {
        Set<EventLoop> loops = active.stream().map(ChannelGuard::loop).collect(Collectors.toSet());
        AtomicInteger left = new AtomicInteger(loops.size() + 1);
        Runnable read = () -> {
            if (left.decrementAndGet() == 0) {
                then.run();
            }
        };
        loops.forEach(loop -> afterReading(loop, read));
        read.run();
    }

    /** Implements {@link io.weir.store.Store#isAnswering}: some server has answered, and no server owes an answer. */
    CompletionStage<Boolean> isAnswering() {
        CompletableFuture<Boolean> answering = new CompletableFuture<>();
        List<ChannelGuard> guards = List.copyOf(active);
        AtomicInteger left = new AtomicInteger(guards.size() + 1);
        Set<ChannelGuard.Sign> signs = ConcurrentHashMap.newKeySet();
        Runnable seen = () -> {
            if (left.decrementAndGet() == 0) {
                answering.complete(
                        signs.contains(ChannelGuard.Sign.ANSWERS) && !signs.contains(ChannelGuard.Sign.OWES));
            }
        };
        for (ChannelGuard guard : guards) {
            afterReading(guard.loop(), () -> {
                signs.add(guard.sign());
                seen.run();
            });
        }
        seen.run();
        return answering;
    }

    /** An event loop reads between two tasks only if the first one schedules the second one for later. */
    @SuppressWarnings("FutureReturnValueIgnored") // The task never throws, and its future has no other use.
    private static void afterReading(EventLoop loop, Runnable then) {
        try {
            loop.execute(() -> loop.schedule(then, 1, TimeUnit.MILLISECONDS));
        } catch (RejectedExecutionException closed) {
            then.run();
        }
    }
}
