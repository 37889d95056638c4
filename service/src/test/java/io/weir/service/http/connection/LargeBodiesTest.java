package io.weir.service.http.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.weir.memory.MemoryStore;
import io.weir.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Large bodies stay in the socket until their turn; small bodies never wait. */
final class LargeBodiesTest {

    private static final int KIB = 1024;
    private static final int MIB = 1024 * KIB;

    private final ManualTime time = ManualTime.at(Instant.EPOCH);
    private final BodyPace pace = new BodyPace(new MemoryStore(time));
    private final List<Client> clients = new ArrayList<>();

    /** A connection whose channel counts the reads from the socket. */
    private final class Client {
        private int reads;
        private final EmbeddedChannel channel = new EmbeddedChannel();

        private Client() {
            channel.freezeTime();
            channel.config().setAutoRead(false);
            channel.pipeline()
                    .addLast(new ChannelOutboundHandlerAdapter() {
                        @Override
                        public void read(ChannelHandlerContext context) {
                            reads++;
                        }
                    })
                    .addLast(new LargeBodies(pace, new HeaderFolds()))
                    .addLast(new ClientDeadline(Duration.ofSeconds(5), new Connections(10, 100 * MIB)));
            clients.add(this);
        }

        private Client announces(int bytes) {
            HttpRequest head = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, "/");
            head.headers().set(HttpHeaderNames.CONTENT_LENGTH, bytes);
            channel.writeInbound(head);
            return this;
        }

        private Client announcesChunks() {
            HttpRequest head = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, "/");
            head.headers().set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
            channel.writeInbound(head);
            return this;
        }

        private Client sends(int bytes) {
            channel.writeInbound(new DefaultHttpContent(Unpooled.wrappedBuffer(new byte[bytes])));
            return this;
        }

        /** Returns whether a read by a later handler reaches the socket now. */
        private boolean reads() {
            int before = reads;
            channel.pipeline().lastContext().read();
            return reads > before;
        }

        private void pass(Duration duration) {
            channel.advanceTimeBy(duration.toNanos(), TimeUnit.NANOSECONDS);
            channel.runScheduledPendingTasks();
        }
    }

    @AfterEach
    void release() {
        clients.forEach(client -> client.channel.finishAndReleaseAll());
    }

    private Client client() {
        return new Client();
    }

    @Test
    void largeBodiesAreReadAtEightMebibytesASecond() {
        for (int i = 0; i < 16; i++) {
            assertThat(pace.enqueue(MIB).delay())
                    .isEqualTo(Duration.ofSeconds(i).dividedBy(8));
        }
        time.advance(Duration.ofSeconds(2));
        assertThat(pace.enqueue(MIB).delay()).isZero();
    }

    @Test
    void aLargeBodyWaitsForTheOneBeforeIt() {
        assertThat(client().announces(MIB).sends(65 * KIB).reads()).isTrue();
        Client second = client().announces(MIB).sends(65 * KIB);
        assertThat(second.reads()).isFalse();
        second.pass(Duration.ofMillis(124));
        assertThat(second.reads).isZero();
        second.pass(Duration.ofMillis(1));
        assertThat(second.reads).as("the requested read").isEqualTo(1);
        assertThat(second.sends(500 * KIB).reads())
                .as("one turn is enough for a body")
                .isTrue();
    }

    @Test
    void smallBodiesDoNotWaitForLargeOnes() {
        client().announces(MIB).sends(65 * KIB);
        client().announces(MIB).sends(65 * KIB);
        assertThat(client().announces(64 * KIB).sends(64 * KIB).reads()).isTrue();
    }

    @Test
    void aBodyOfUnknownSizeCountsAsALargeOne() {
        client().announcesChunks().sends(65 * KIB);
        Client second = client().announcesChunks().sends(64 * KIB);
        assertThat(second.reads()).isTrue();
        assertThat(second.sends(1).reads()).isFalse();
    }

    @Test
    void theNextBodyOfAConnectionWaitsForItsOwnTurn() {
        Client client = client().announces(MIB).sends(MIB);
        assertThat(client.reads()).isTrue();
        assertThat(client.announces(MIB).sends(MIB).reads()).isFalse();
    }

    @Test
    void aBodyThatWaitsLongerThanTheQueueAllowsIsStillReadInTheEnd() {
        for (int i = 0; i < 80; i++) {
            assertThat(pace.enqueue(MIB).allowed()).isTrue();
        }
        Client late = client().announces(MIB).sends(65 * KIB);
        time.advance(Duration.ofSeconds(10));
        late.pass(Duration.ofSeconds(10).minusNanos(1));
        assertThat(late.reads()).isFalse();
        late.pass(Duration.ofNanos(1));
        assertThat(late.reads).isEqualTo(1);
    }

    @Test
    void waitingForATurnDoesNotCountAgainstTheClient() {
        for (int i = 0; i < 64; i++) {
            pace.enqueue(MIB);
        }
        Client client = client().announces(MIB).sends(65 * KIB);
        client.pass(Duration.ofSeconds(8));
        assertThat(client.channel.isOpen()).isTrue();
        client.pass(Duration.ofSeconds(5));
        assertThat(client.channel.isOpen())
                .as("after the wait, the client is late")
                .isFalse();
    }
}
