package io.weir.service.envoy;

import io.grpc.Drainable;
import io.grpc.MethodDescriptor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/** Has gRPC carry messages as they are: requests that are not read yet, and answers that are written already. */
final class WrittenMessages implements MethodDescriptor.Marshaller<byte[]> {

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

    /** Goes in one piece, where gRPC would copy a plain stream through a buffer. */
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
