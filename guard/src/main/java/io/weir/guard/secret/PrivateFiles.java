package io.weir.guard.secret;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/** Files that only their owner may read and write, where the file system knows owners. */
public final class PrivateFiles {

    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    private PrivateFiles() {}

    /** Makes an empty file of another name in the same folder, to be filled and then moved to its place. */
    public static Path createBeside(Path file) throws IOException {
        FileAttribute<?>[] attributes =
                FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER_ONLY)}
                        : new FileAttribute<?>[0];
        return Files.createTempFile(file.getParent(), "." + file.getFileName(), ".new", attributes);
    }

    public static boolean isOpenToOthers(Path file) throws IOException {
        if (!Files.getFileStore(file).supportsFileAttributeView("posix")) {
            return false;
        }
        Set<PosixFilePermission> more = EnumSet.noneOf(PosixFilePermission.class);
        more.addAll(Files.getPosixFilePermissions(file));
        more.removeAll(EnumSet.of(
                PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE));
        return !more.isEmpty();
    }
}
