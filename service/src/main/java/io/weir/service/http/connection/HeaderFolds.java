package io.weir.service.http.connection;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;

/**
 * Rejects header lines that continue on the next line (obs-fold in RFC 9112). Netty's decoder would join them, and a proxy in
 * front may read them differently.
 *
 * <p>This handler stands before the decoder, where it sees lines that begin with a blank. {@link LargeBodies} behind the
 * decoder shows it what was decoded, because lines of a body may begin with blanks. A folded line is spoilt, so that the decoder
 * refuses the request like any other that is broken.
 */
final class HeaderFolds extends ChannelInboundHandlerAdapter {

    /** A line that the decoder rejects: no header has an empty name, and no request begins like this. */
    private static final int SPOILT = ':';

    private boolean inBody;

    /** The bytes of an announced body that are still to come. */
    private long bodyLeft;

    private boolean afterLineFeed;

    /** Called with every message of the decoder, to see where bodies begin and end. */
    void decoded(Object message) {
        if (message instanceof HttpRequest request && request.decoderResult().isSuccess()) {
            inBody = true;
            bodyLeft = HttpUtil.getContentLength(request, 0L);
        }
        if (message instanceof HttpContent content) {
            inBody = !(content instanceof LastHttpContent);
            bodyLeft -= content.content().readableBytes();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (!(message instanceof ByteBuf bytes) || !bytes.isReadable()) {
            context.fireChannelRead(message);
            return;
        }
        int fold = afterLineFeed && isBlank(bytes.getByte(bytes.readerIndex()))
                ? bytes.readerIndex()
                : nextFold(bytes, bytes.readerIndex());
        afterLineFeed = bytes.getByte(bytes.writerIndex() - 1) == '\n';
        while (fold >= 0) {
            // The decoder first reads up to this point, so that the end of the body is known.
            if (fold > bytes.readerIndex()) {
                context.fireChannelRead(bytes.readRetainedSlice(fold - bytes.readerIndex()));
            }
            if (!inBody) {
                bytes.setByte(fold, SPOILT);
            }
            fold = nextFold(bytes, fold + 1);
        }
        context.fireChannelRead(bytes);
    }

    /** The index of the first line after {@code from} and the announced body that begins with a blank; -1 if there is none. */
    private int nextFold(ByteBuf bytes, int from) {
        int end = bytes.writerIndex();
        int at = inBody ? (int) Math.min(end, from + Math.max(0, bodyLeft - 1)) : from;
        while (at < end - 1) {
            int lineFeed = bytes.indexOf(at, end - 1, (byte) '\n');
            if (lineFeed < 0) {
                return -1;
            }
            if (isBlank(bytes.getByte(lineFeed + 1))) {
                return lineFeed + 1;
            }
            at = lineFeed + 1;
        }
        return -1;
    }

    private static boolean isBlank(byte each) {
        return each == ' ' || each == '\t';
    }
}
