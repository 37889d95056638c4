package io.weir.service.http.connection;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The bytes of a body that have arrived. They are kept in the parts in which they came, and joined once: an array that grows would
 * be copied many times, and arrays of a megabyte make the collector of a small heap work. Parts of a few bytes are joined at once,
 * so that a client which sends byte after byte does not make the service hold an object for each.
 */
final class ArrivedBytes {

    private static final int SMALL_PART = 4 * 1024;

    private final List<byte[]> parts = new ArrayList<>(1);
    private int size;

    void add(ByteBuf part) {
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

    int size() {
        return size;
    }

    /** Everything that was added; a body that arrived in one part is not copied again. */
    byte[] all() {
        if (parts.size() == 1) {
            return parts.get(0);
        }
        byte[] all = new byte[size];
        int at = 0;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, all, at, part.length);
            at += part.length;
        }
        return all;
    }
}
