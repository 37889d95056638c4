package io.weir.live.internal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;

/** Files in a folder that only its owner may enter. Each file is replaced as a whole: nobody reads a half-written file. */
public final class OwnerFiles {

    /** File locks exclude other processes only; this one excludes the other threads of this process. */
    private static final Object THREADS = new Object();

    private OwnerFiles() {}

    /** Work on files, done while no other process does such work under the same lock. */
    public interface Work<T> {
        T run() throws IOException;
    }

    /** Creates the folder if it does not exist, and runs the work while this process holds the lock of that name in it. */
    public static <T> T locked(Path folder, String name, Work<T> work) throws IOException {
        createFolder(folder);
        synchronized (THREADS) {
            try (FileChannel lock =
                    FileChannel.open(folder.resolve(name), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                lock.lock();
                return work.run();
            }
        }
    }

    private static void createFolder(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } else {
            Files.createDirectories(folder);
        }
    }

    /** Replaces the file, whose folder exists. If that fails, such as on a full disk, the old file stays as it was. */
    public static void write(Path file, String text) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        // The JDK creates temporary files for their owner only.
        Path next = Files.createTempFile(folder, file.getFileName().toString(), ".tmp");
        try {
            try (FileChannel channel = FileChannel.open(next, StandardOpenOption.WRITE)) {
                ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(next);
        }
    }
}
