package io.weir.guard.key.verify;

import io.weir.guard.key.spi.StoredKey;
import io.weir.guard.secret.Pepper;
import io.weir.guard.secret.PrivateFiles;
import io.weir.guard.secret.UnknownPepperException;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.crypto.Mac;

/**
 * The file of a snapshot: hashes and what is known of the keys, no secrets. Only its owner may read it, and it is used only if
 * it was written with the same pepper, as its last 32 bytes prove.
 */
final class SnapshotFile {

    private static final String FORMAT = "weir keys 1";
    private static final String PURPOSE = "key snapshot";
    private static final int MAC_BYTES = 32;
    private static final int PIECE = 1 << 16;

    private final Path file;
    private final Pepper pepper;

    SnapshotFile(Path file, Pepper pepper) {
        this.file = file.toAbsolutePath();
        this.pepper = pepper;
    }

    void write(KeySnapshot snapshot) throws IOException {
        Files.createDirectories(file.getParent());
        Path complete = PrivateFiles.createBeside(file);
        try {
            int version = pepper.newestVersion();
            Mac mac = pepper.derive(version, PURPOSE).start();
            try (OutputStream bytes = new BufferedOutputStream(Files.newOutputStream(complete), PIECE)) {
                DataOutputStream data = new DataOutputStream(new HashedOutput(bytes, mac));
                data.writeUTF(FORMAT);
                data.writeInt(version);
                data.writeLong(snapshot.changeNumber());
                data.writeLong(ChronoUnit.MICROS.between(Instant.EPOCH, snapshot.takenAt()));
                data.writeInt(snapshot.keys().size());
                for (StoredKey key : snapshot.keys()) {
                    KeyBytes.write(key, data);
                }
                data.flush();
                bytes.write(mac.doFinal());
            }
            Files.move(complete, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(complete);
        }
    }

    /** Returns the snapshot; empty if there is none. Throws if the file is not as this class wrote it. */
    Optional<KeySnapshot> read() throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try (DataInputStream data = open()) {
            if (!data.readUTF().equals(FORMAT)) {
                throw new IOException("The file " + file + " is no snapshot of keys that this version can read");
            }
            requireUnchanged(data.readInt());
            long changeNumber = data.readLong();
            Instant takenAt = Instant.EPOCH.plus(data.readLong(), ChronoUnit.MICROS);
            int count = data.readInt();
            List<StoredKey> keys = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                keys.add(KeyBytes.read(data));
            }
            return Optional.of(new KeySnapshot(changeNumber, takenAt, keys));
        } catch (IllegalArgumentException unreadable) {
            throw new IOException("The file " + file + " has a key that cannot be read", unreadable);
        }
    }

    private DataInputStream open() throws IOException {
        return new DataInputStream(new BufferedInputStream(Files.newInputStream(file), PIECE));
    }

    private void requireUnchanged(int version) throws IOException {
        Mac mac;
        try {
            mac = pepper.derive(version, PURPOSE).start();
        } catch (UnknownPepperException other) {
            throw new IOException("The file " + file + " was written with another pepper", other);
        }
        try (InputStream bytes = open()) {
            byte[] piece = new byte[PIECE];
            long left = Files.size(file) - MAC_BYTES;
            while (left > 0) {
                int length = bytes.read(piece, 0, (int) Math.min(PIECE, left));
                if (length < 0) {
                    break;
                }
                mac.update(piece, 0, length);
                left -= length;
            }
            if (left != 0 || !MessageDigest.isEqual(mac.doFinal(), bytes.readNBytes(MAC_BYTES))) {
                throw new IOException("The file " + file + " was changed, or written with another pepper");
            }
        }
    }

    private static final class HashedOutput extends FilterOutputStream {

        private final Mac mac;

        HashedOutput(OutputStream out, Mac mac) {
            super(out);
            this.mac = mac;
        }

        @Override
        public void write(int b) throws IOException {
            mac.update((byte) b);
            out.write(b);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            mac.update(bytes, from, length);
            out.write(bytes, from, length);
        }
    }
}
