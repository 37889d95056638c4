package io.weir.service.http.connection;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.weir.service.http.ArrivedBytes;
import io.weir.service.http.Endpoint;
import io.weir.service.http.FrontDoor;
import io.weir.service.http.Incoming;
import io.weir.service.http.Reply;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Answers the requests of a connection itself as long as all of them are plain requests for our endpoints, or are rejected by the
 * {@link FrontDoor}: Reactor Netty would take longer than a check does. At the first other request it sends its pending responses
 * and removes itself; the {@link OrdinaryLane} behind it serves the rest of the connection.
 *
 * <p>Answers are sent in the order of their requests, of which several may be pending.
 */
public final class FastLane extends ChannelDuplexHandler {

    /** The number of pending requests that one connection may have; further requests wait. */
    private static final int MOST_PENDING = 128;

    /** The parts that all connections share. */
    public record Shared(FrontDoor door, PacedRefusals refusals, SlowLane slowLane) {}

    /** A request whose body is arriving. */
    private record Arriving(Endpoint endpoint, Incoming head, ArrivedBytes body) {}

    private final Shared shared;
    private final LingeringClose lingering = new LingeringClose();

    /** Messages that have arrived and are not handled yet. */
    private final Queue<Object> waiting = new ArrayDeque<>();

    /** The responses that are pending, and the responses behind them, in the order of the requests. */
    private final Queue<CompletableFuture<Reply>> pending = new ArrayDeque<>();

    /** Whether the connection closes after the pending responses are sent; later requests are dropped. */
    private boolean closing;

    private @Nullable Arriving arriving;

    public FastLane(Shared shared) {
        this.shared = shared;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (!lingering.dropped(context, message)) {
            waiting.add(message);
            handleWaiting(context);
        }
    }

    private void handleWaiting(ChannelHandlerContext context) {
        for (Object next = waiting.peek(); next != null; next = waiting.peek()) {
            if (!(next instanceof HttpRequest request)) {
                handlePart(context, waiting.remove());
            } else if (mustWait(context)) {
                return;
            } else if (begins(context, request)) {
                waiting.remove();
            } else {
                leaveWhenAllIsAnswered(context);
                return;
            }
        }
    }

    /** Whether too many responses are pending, or the client reads none of them, so that reading stops. */
    private boolean mustWait(ChannelHandlerContext context) {
        return pending.size() >= MOST_PENDING || !context.channel().isWritable();
    }

    /** Starts to answer a request, unless it needs the other lane. */
    private boolean begins(ChannelHandlerContext context, HttpRequest request) {
        if (closing) {
            return true;
        }
        if (request.decoderResult().isFailure()) {
            return false;
        }
        Incoming head = shared.door().identified(Messages.head(context, request));
        Endpoint endpoint = shared.door().endpoint(head);
        Optional<Reply> refusal = shared.door().refusal(head, endpoint);
        if (refusal.isPresent()) {
            refuse(context, request, refusal.get());
        } else if (endpoint == null || !PlainRequest.isFor(endpoint, request)) {
            return false;
        } else if (endpoint.readsABody()) {
            arriving = new Arriving(endpoint, head, new ArrivedBytes());
        } else {
            answer(context, endpoint.reply(head));
        }
        return true;
    }

    private void leaveWhenAllIsAnswered(ChannelHandlerContext context) {
        if (!pending.isEmpty()) {
            return;
        }
        context.flush();
        List<Object> rest = new ArrayList<>(waiting);
        waiting.clear();
        context.pipeline().remove(this);
        rest.forEach(context::fireChannelRead);
        context.fireChannelReadComplete();
    }

    /** Rejects a request, in its turn among all rejections, and drops its body. */
    @SuppressWarnings("FutureReturnValueIgnored") // There is nobody left to tell.
    private void refuse(ChannelHandlerContext context, HttpRequest request, Reply refusal) {
        closing = Messages.closesAfter(request, refusal);
        OptionalLong delay = shared.refusals().delayNanos();
        if (delay.isEmpty()) {
            context.close();
        } else if (delay.getAsLong() == 0) {
            answer(context, CompletableFuture.completedFuture(refusal));
        } else {
            CompletableFuture<Reply> later = new CompletableFuture<>();
            context.executor().schedule(() -> later.complete(refusal), delay.getAsLong(), TimeUnit.NANOSECONDS);
            answer(context, later);
        }
    }

    /** Handles the messages after the head of a request: they belong to a body that is read, or that is dropped. */
    private void handlePart(ChannelHandlerContext context, Object message) {
        if (arriving != null) {
            collect(context, arriving, message);
        }
        ReferenceCountUtil.release(message);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // There is nobody left to tell.
    private void collect(ChannelHandlerContext context, Arriving request, Object message) {
        if (!(message instanceof HttpContent content) || content.decoderResult().isFailure()) {
            context.close();
            return;
        }
        request.body().add(content.content());
        if (content instanceof LastHttpContent) {
            arriving = null;
            Incoming whole = request.head().withBody(request.body().body());
            answer(context, request.endpoint().reply(whole));
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // A client that has hung up needs no answer.
    private void answer(ChannelHandlerContext context, CompletableFuture<Reply> reply) {
        if (pending.isEmpty() && reply.isDone()) {
            context.write(Messages.response(context, reply.join()));
            closeIfDone(context);
            return;
        }
        pending.add(reply);
        reply.whenComplete((ready, never) -> context.executor().execute(() -> sendPending(context)));
    }

    /** Sends the responses that are complete, up to the first pending one. */
    @SuppressWarnings("FutureReturnValueIgnored") // A client that has hung up needs no answer.
    private void sendPending(ChannelHandlerContext context) {
        boolean sent = false;
        for (CompletableFuture<Reply> next = pending.peek(); next != null && next.isDone(); next = pending.peek()) {
            pending.remove();
            context.write(Messages.response(context, next.join()));
            sent = true;
        }
        if (sent && !closeIfDone(context)) {
            handleWaiting(context);
            sendAndReadOn(context);
        }
    }

    private boolean closeIfDone(ChannelHandlerContext context) {
        if (!closing || !pending.isEmpty()) {
            return false;
        }
        context.flush();
        lingering.close(context, context.newPromise());
        return true;
    }

    /** Closes the connection after the pending responses are sent, for example when the service ends. */
    @Override
    public void close(ChannelHandlerContext context, ChannelPromise promise) {
        if (pending.isEmpty() || !context.channel().isActive()) {
            lingering.close(context, promise);
            return;
        }
        closing = true;
        context.channel().closeFuture().addListener(closed -> promise.trySuccess());
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        sendAndReadOn(context);
        context.fireChannelReadComplete();
    }

    /** Flushes the responses together and reads on, because no handler behind this one has seen the request. */
    private void sendAndReadOn(ChannelHandlerContext context) {
        if (!context.isRemoved()) {
            context.flush();
            read(context);
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (context.channel().isWritable()) {
            handleWaiting(context);
            sendAndReadOn(context);
        }
        context.fireChannelWritabilityChanged();
    }

    @Override
    public void read(ChannelHandlerContext context) {
        if (waiting.isEmpty() || lingering.isLingering()) {
            context.read();
        }
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        waiting.forEach(ReferenceCountUtil::release);
        waiting.clear();
        // A batch that waits for its turn is dropped.
        pending.forEach(reply -> reply.cancel(false));
        pending.clear();
    }
}
