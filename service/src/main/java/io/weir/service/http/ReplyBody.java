package io.weir.service.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.reactivestreams.Publisher;

/** The body of a {@link Reply}. */
public sealed interface ReplyBody {

    static ReplyBody of(String text) {
        return new Text(text);
    }

    /** A body that several replies share, so that a large one is in memory once; the bytes must not change afterwards. */
    static ReplyBody shared(byte[] utf8) {
        return new Shared(utf8);
    }

    /** A body of any length, of which each part is made when the client has taken most parts before it. */
    static ReplyBody parts(Publisher<String> parts) {
        return new Parts(parts);
    }

    /** The body as UTF-8, in a buffer that belongs to the caller. */
    ByteBuf encode(ByteBufAllocator allocator);

    /** The length in bytes. */
    int length();

    String text();

    /** A body of one reply. */
    record Text(String text) implements ReplyBody {

        @Override
        public ByteBuf encode(ByteBufAllocator allocator) {
            return ByteBufUtil.writeUtf8(allocator, text);
        }

        @Override
        public int length() {
            return ByteBufUtil.utf8Bytes(text);
        }
    }

    /** A body of an {@link Endpoint} that streams. It is never in memory as a whole. */
    record Parts(Publisher<String> parts) implements ReplyBody {

        @Override
        public ByteBuf encode(ByteBufAllocator allocator) {
            throw notWhole();
        }

        @Override
        public int length() {
            throw notWhole();
        }

        @Override
        public String text() {
            throw notWhole();
        }

        private static IllegalStateException notWhole() {
            return new IllegalStateException("a body in parts is sent part after part");
        }
    }

    /** A body of several replies. */
    final class Shared implements ReplyBody {

        private final byte[] utf8;

        private Shared(byte[] utf8) {
            this.utf8 = utf8;
        }

        @Override
        public ByteBuf encode(ByteBufAllocator allocator) {
            return Unpooled.wrappedBuffer(utf8);
        }

        @Override
        public int length() {
            return utf8.length;
        }

        @Override
        public String text() {
            return new String(utf8, StandardCharsets.UTF_8);
        }
    }
}
