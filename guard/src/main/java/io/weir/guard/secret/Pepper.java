package io.weir.guard.secret;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.NavigableMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The secret of an installation, in one or several versions. New hashes are made with the newest version; hashes of an
 * older one can be checked as long as that version is known. All nodes of an installation share it, and it must never be
 * stored in their database. Its text never shows the secret.
 */
public final class Pepper {

    private static final int BYTES = 32;
    private static final Pattern VERSION = Pattern.compile("(?:v(?<version>[1-9][0-9]{0,3}):)?(?<hex>[0-9a-fA-F]{64})");
    private static final HexFormat HEX = HexFormat.of();

    private final NavigableMap<Integer, KeyedHash> versions;

    private Pepper(NavigableMap<Integer, KeyedHash> versions) {
        this.versions = versions;
    }

    /**
     * Reads {@code 64 hexadecimal digits}, or several versions with commas or line ends between them:
     * {@code v1:…,v2:…}.
     */
    public static Pepper parse(String text) {
        NavigableMap<Integer, KeyedHash> versions = new TreeMap<>();
        for (String part : text.strip().split("[,\\s]+", -1)) {
            Matcher form = VERSION.matcher(part);
            if (!form.matches()) {
                throw new IllegalArgumentException("Cannot read the pepper: each version is 64 hexadecimal digits, with"
                        + " v1: or v2: and so on before them if there are several");
            }
            int version = form.group("version") == null ? 1 : Integer.parseInt(form.group("version"));
            if (versions.put(version, KeyedHash.of(HEX.parseHex(form.group("hex")))) != null) {
                throw new IllegalArgumentException(
                        "Cannot read the pepper: version " + version + " is there twice; write v1:…,v2:…");
            }
        }
        return new Pepper(versions);
    }

    /** Reads the file, which only its owner may read. A file that does not exist is made, with a new random pepper. */
    public static Pepper file(Path file) {
        return parse(PepperFile.read(file, Pepper::random));
    }

    /** The text of a new random pepper. */
    public static String random() {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return HEX.formatHex(bytes);
    }

    public int newestVersion() {
        return versions.lastKey();
    }

    public SortedSet<Integer> versions() {
        return versions.navigableKeySet();
    }

    /** Returns the hash for one purpose, so that a hash of one kind is never one of another. */
    public KeyedHash derive(int version, String purpose) {
        KeyedHash pepper = versions.get(version);
        if (pepper == null) {
            throw new UnknownPepperException(version, versions.navigableKeySet());
        }
        return KeyedHash.of(pepper.of("weir " + purpose));
    }

    @Override
    public String toString() {
        return "Pepper[versions " + versions.keySet() + "]";
    }
}
