package io.weir.service.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The bytes of a body that have arrived, in the parts in which they came: an array of a megabyte would be copied as it grows, and
 * the collector of a small heap pauses all checks to place it. Parts of a few bytes are joined at once, so that a client which
 * sends byte after byte does not make the service hold an object for each.
 */
public final class ArrivedBytes {

    private static final int SMALL_PART = 4 * 1024;

    private final List<byte[]> parts = new ArrayList<>(1);
    private int size;

    public void add(ByteBuf part) {
        if (!part.isReadable()) {
            return;
        }
        size += part.readableBytes();
        int last = parts.size() - 1;
        if (last >= 0 && parts.get(last).length < SMALL_PART) {
            parts.set(last, joined(parts.get(last), part));
        } else {
            parts.add(ByteBufUtil.getBytes(part));
        }
    }

    private static byte[] joined(byte[] first, ByteBuf second) {
        byte[] both = Arrays.copyOf(first, first.length + second.readableBytes());
        second.getBytes(second.readerIndex(), both, first.length, second.readableBytes());
        return both;
    }

    public int size() {
        return size;
    }

    /** Everything that was added. Nothing may be added afterwards. */
    public Body body() {
        return new Body(parts);
    }
}
