package io.weir.redis;

import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.protocol.CommandHandler;
import io.lettuce.core.protocol.RedisCommand;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Watches one TCP connection. It is closed when something was sent and nothing comes for too long, since one whose other end
 * has vanished would stay open for ever. When it is closed, whatever was sent on it fails: Lettuce would send it again on
 * the next one, and it might be counted twice.
 */
final class ChannelGuard extends ChannelDuplexHandler {

    private final long mostSilenceNanos;
    private final Set<Channel> active;

    // All of these belong to the connection's thread.
    private boolean owed;
    private long owedSinceNanos;
    private boolean watching;

    ChannelGuard(long mostSilenceNanos, Set<Channel> active) {
        this.mostSilenceNanos = mostSilenceNanos;
        this.active = active;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) throws Exception {
        active.add(context.channel());
        super.channelActive(context);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) throws Exception {
        active.remove(context.channel());
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
        super.channelRead(context, message);
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) throws Exception {
        if (!owed) {
            owed = true;
            owedSinceNanos = System.nanoTime();
            if (!watching) {
                watching = true;
                lookIn(mostSilenceNanos, context);
            }
        }
        super.write(context, message, promise);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // A look never throws, and there is nothing to wait for.
    private void lookIn(long nanos, ChannelHandlerContext context) {
        context.executor().schedule(() -> look(context), nanos, TimeUnit.NANOSECONDS);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // As above.
    private void look(ChannelHandlerContext context) {
        watching = owed && context.channel().isActive();
        if (!watching) {
            return;
        }
        long left = owedSinceNanos + mostSilenceNanos - System.nanoTime();
        if (left > 0) {
            lookIn(left, context);
        } else {
            long since = owedSinceNanos;
            // After what has arrived was read: it may have been this process that paused.
            context.executor().schedule(() -> closeIfOwedSince(since, context), 1, TimeUnit.MILLISECONDS);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // As above.
    private void closeIfOwedSince(long nanos, ChannelHandlerContext context) {
        if (owed && owedSinceNanos == nanos) {
            context.close();
        } else {
            look(context);
        }
    }
}
