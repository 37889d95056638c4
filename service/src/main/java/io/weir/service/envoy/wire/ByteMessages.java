package io.weir.service.envoy.wire;

import io.grpc.Drainable;
import io.grpc.MethodDescriptor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/** Makes gRPC carry messages as bytes: requests that are not read yet, and responses that are written already. */
public final class ByteMessages implements MethodDescriptor.Marshaller<byte[]> {

    @Override
    public InputStream stream(byte[] message) {
        return new Written(message);
    }

    /** gRPC hands over a whole message in memory, so all of it is available. */
    @Override
    public byte[] parse(InputStream stream) {
        try {
            return stream.readNBytes(stream.available());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** A message that is copied in one piece, where gRPC would copy a plain stream through a buffer. */
    private static final class Written extends ByteArrayInputStream implements Drainable {

        Written(byte[] message) {
            super(message);
        }

        @Override
        public int drainTo(OutputStream target) throws IOException {
            return (int) transferTo(target);
        }
    }
}
