package io.weir.service.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;

/** The body of a {@link Reply}. */
public sealed interface ReplyBody {

    static ReplyBody of(String text) {
        return new Text(text);
    }

    /** A body that several replies share, so that a large one is in memory once; the bytes must not change afterwards. */
    static ReplyBody shared(byte[] utf8) {
        return new Shared(utf8);
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
