package io.weir.service.envoy.port;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When the calls of an event loop hold too many bytes, the connection of the oldest call is closed. */
final class LoopCallsTest {

    private static final int CALL = OpenCall.UNFINISHED_CALL_BYTES;

    private final OpenCalls calls = new OpenCalls("main", 10 * CALL);

    /** A client that opens a call with each message. */
    private final class Client {

        private final List<ServerStreamTracer> open = new ArrayList<>();
        private final EmbeddedChannel channel = new EmbeddedChannel();

        Client() {
            channel.pipeline().addLast(new GrpcConnection(channel, calls)).addLast(new ChannelInboundHandlerAdapter() {
                @Override
                public void channelRead(ChannelHandlerContext context, Object method) {
                    open.add(calls.newServerStreamTracer((String) method, new Metadata()));
                }
            });
        }

        ServerStreamTracer call(String method) {
            channel.writeInbound(method);
            return open.get(open.size() - 1);
        }

        void finishAll() {
            open.forEach(call -> call.streamClosed(Status.OK));
            open.clear();
        }

        boolean isOpen() {
            channel.runPendingTasks();
            return channel.isOpen();
        }
    }

    @Test
    void closesTheConnectionOfTheOldestCall() {
        Client slow = new Client();
        Client fast = new Client();
        slow.call("main");
        for (int i = 0; i < 9; i++) {
            fast.call("main");
        }
        assertThat(slow.isOpen()).isTrue();
        fast.call("main");
        assertThat(slow.isOpen()).isFalse();
        assertThat(fast.isOpen()).isTrue();
    }

    @Test
    void keepsTheConnectionOfAClientWhoseCallsEnd() {
        Client slow = new Client();
        slow.call("main");
        Client good = new Client();
        for (int round = 0; round < 100; round++) {
            for (int i = 0; i < 9; i++) {
                good.call("main");
            }
            good.finishAll();
        }
        assertThat(slow.isOpen()).isTrue();
        assertThat(good.isOpen()).isTrue();
    }

    @Test
    void countsASmallFrameAsTheBufferItOccupies() {
        Client client = new Client();
        ServerStreamTracer call = client.call("main");
        int frames = 1 + 9 * CALL / OpenCall.FRAME_BYTES;
        for (int i = 0; i < frames; i++) {
            call.inboundWireSize(1);
        }
        assertThat(client.isOpen()).isTrue();
        call.inboundWireSize(1);
        assertThat(client.isOpen()).isFalse();
    }

    @Test
    void aClosedConnectionHoldsNothing() {
        Client slow = new Client();
        for (int i = 0; i < 10; i++) {
            slow.call("main");
        }
        Client next = new Client();
        for (int i = 0; i < 10; i++) {
            next.call("main");
        }
        assertThat(slow.isOpen()).isFalse();
        slow.finishAll();
        assertThat(next.isOpen()).isTrue();
        next.call("main");
        assertThat(next.isOpen()).isFalse();
    }

    @Test
    void countsADecidedCallAsSmallerThanAnUnfinishedOne() {
        Client client = new Client();
        for (int i = 0; i < 50; i++) {
            client.call("main").inboundMessageRead(0, 10, 10);
        }
        assertThat(client.isOpen()).isTrue();
        for (int i = 0; i < 4; i++) {
            client.call("other").inboundMessageRead(0, 10, 10);
        }
        assertThat(client.isOpen()).isFalse();
    }

    @Test
    void reportsOnceThatAMessageIsTooLarge() {
        OpenCall call = (OpenCall) new Client().call("other");
        List<String> events = new ArrayList<>();
        call.listen(() -> events.add("too large"));
        call.inboundWireSize(4 * 1024);
        assertThat(events).isEmpty();
        call.inboundWireSize(1);
        call.inboundWireSize(1);
        assertThat(events).containsExactly("too large");
    }
}
