package io.weir.redis.internal.link;

import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.protocol.CommandHandler;
import io.lettuce.core.protocol.RedisCommand;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Watches one TCP connection. Closes it if something was sent and nothing arrives for too long, because a connection
 * whose other end has vanished would stay open for ever. When the connection is closed, all commands in flight fail.
 * Lettuce would send them again on the next connection, and they might be counted twice.
 *
 * <p>{@code io.weir.failure.DeadlineStore} says why there are several timeouts.
 */
final class ChannelGuard extends ChannelDuplexHandler {

    /** A server that answers, but needs this many checks to answer a command, is too slow. */
    private static final int MOST_CHECKS = 25;

    private final Channel channel;
    private final long mostSilenceNanos;
    private final Set<ChannelGuard> active;

    // All these fields are used only by the connection's thread.
    private boolean owed;
    private long owedSinceNanos;
    private boolean watching;
    private boolean answered;
    private @Nullable RedisCommand<?, ?, ?> lastFirst;
    private @Nullable RedisCommand<?, ?, ?> marked;
    private int checksOfMarked;

    ChannelGuard(Channel channel, long mostSilenceNanos, Set<ChannelGuard> active) {
        this.channel = channel;
        this.mostSilenceNanos = mostSilenceNanos;
        this.active = active;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) throws Exception {
        active.add(this);
        super.channelActive(context);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) throws Exception {
        active.remove(this);
        CommandHandler commands = context.pipeline().get(CommandHandler.class);
        if (commands != null) {
            List<RedisCommand<?, ?, ?>> sent = new ArrayList<>(commands.getStack());
            sent.forEach(command -> command.completeExceptionally(new RedisConnectionException(
                    "the connection was lost before Redis answered; the call may have been counted")));
        }
        super.channelInactive(context);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
        owed = false;
        answered = true;
        super.channelRead(context, message);
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) throws Exception {
        if (!owed) {
            owed = true;
            owedSinceNanos = System.nanoTime();
            if (!watching) {
                watching = true;
                checkIn(mostSilenceNanos, context);
            }
        }
        super.write(context, message, promise);
    }

    EventLoop loop() {
        return channel.eventLoop();
    }

    /** The observations of a check, made on the connection's thread. */
    enum Sign {
        /** The server has answered something. */
        ANSWERS,
        /** The server owes the same answer as at the last check, or one for far too long. */
        OWES,
        /** No command was pending at the last check. */
        NONE
    }

    Sign sign() {
        CommandHandler commands = channel.pipeline().get(CommandHandler.class);
        Collection<RedisCommand<?, ?, ?>> sent = commands == null ? List.of() : commands.getStack();
        RedisCommand<?, ?, ?> first = null;
        RedisCommand<?, ?, ?> last = null;
        for (RedisCommand<?, ?, ?> each : sent) {
            first = first == null ? each : first;
            last = each;
        }
        checksOfMarked++;
        if (marked == null || marked.isDone()) {
            marked = last;
            checksOfMarked = 0;
        }
        boolean owes = first != null && (first == lastFirst || checksOfMarked > MOST_CHECKS);
        Sign sign = owes ? Sign.OWES : answered ? Sign.ANSWERS : Sign.NONE;
        lastFirst = first;
        answered = false;
        return sign;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // The check never throws, and its future has no other use.
    private void checkIn(long nanos, ChannelHandlerContext context) {
        context.executor().schedule(() -> check(context), nanos, TimeUnit.NANOSECONDS);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // As above.
    private void check(ChannelHandlerContext context) {
        watching = owed && context.channel().isActive();
        if (!watching) {
            return;
        }
        long left = owedSinceNanos + mostSilenceNanos - System.nanoTime();
        if (left > 0) {
            checkIn(left, context);
        } else {
            long since = owedSinceNanos;
            // After everything that arrived was read, because this process may have been paused.
            context.executor().schedule(() -> closeIfOwedSince(since, context), 1, TimeUnit.MILLISECONDS);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // As above.
    private void closeIfOwedSince(long nanos, ChannelHandlerContext context) {
        if (owed && owedSinceNanos == nanos) {
            context.close();
        } else {
            check(context);
        }
    }
}
