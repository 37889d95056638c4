package io.weir.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ArrivedBytesTest {

    @Test
    void joinsPartsOfAnySizeInTheirOrder() {
        Random random = new Random(7);
        for (int body = 0; body < 200; body++) {
            ArrivedBytes arrived = new ArrivedBytes();
            ByteArrayOutputStream sent = new ByteArrayOutputStream();
            for (int part = random.nextInt(8); part >= 0; part--) {
                byte[] bytes = new byte[random.nextInt(3) == 0 ? random.nextInt(20_000) : random.nextInt(4)];
                random.nextBytes(bytes);
                sent.writeBytes(bytes);
                arrived.add(Unpooled.wrappedBuffer(bytes));
            }
            assertThat(arrived.size()).isEqualTo(sent.size());
            assertThat(arrived.body().bytes()).isEqualTo(sent.toByteArray());
        }
    }

    @Test
    void keepsLargePartsApart() {
        ArrivedBytes arrived = new ArrivedBytes();
        arrived.add(Unpooled.wrappedBuffer(new byte[64 * 1024]));
        assertThat(arrived.body().isWhole()).isTrue();
        arrived.add(Unpooled.wrappedBuffer(new byte[64 * 1024]));
        assertThat(arrived.body().isWhole()).isFalse();
    }

    @Test
    void leavesTheBytesOfAPartToItsReader() {
        ByteBuf part = Unpooled.wrappedBuffer(new byte[] {1, 2, 3}).skipBytes(1);
        ArrivedBytes arrived = new ArrivedBytes();
        arrived.add(part);
        arrived.add(part);
        assertThat(arrived.body().bytes()).containsExactly(2, 3, 2, 3);
        assertThat(part.readableBytes()).isEqualTo(2);
    }

    @Test
    void hasNoBytesBeforeAnyArrive() {
        ArrivedBytes arrived = new ArrivedBytes();
        arrived.add(Unpooled.EMPTY_BUFFER);
        assertThat(arrived.size()).isZero();
        assertThat(arrived.body().bytes()).isEmpty();
    }
}
