package io.weir.guard.audit;

import io.weir.guard.secret.KeyedHash;
import io.weir.guard.secret.Pepper;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;

/*
 * hash of a row = HMAC-SHA-256(audit key, hash of the row before, seq, at, node, kind, actor, subject, outcome, times, detail)
 *
 * Each text is preceded by its length, so that no two rows are the same bytes. The key comes from the pepper, which the
 * database does not have: whoever may write to the tables cannot make a row that fits.
 */
/** Computes the hashes that bind each row of the audit to the rows before it. Thread-safe. */
public final class AuditChain {

    private static final Pattern HASH = Pattern.compile("v(?<version>[1-9][0-9]{0,3}):(?<hex>[0-9a-f]{64})");
    private static final HexFormat HEX = HexFormat.of();

    private final int newest;
    private final Map<Integer, KeyedHash> rowKeys = new TreeMap<>();
    private final Map<Integer, KeyedHash> checkpointKeys = new TreeMap<>();

    public AuditChain(Pepper pepper) {
        newest = pepper.newestVersion();
        for (int version : pepper.versions()) {
            rowKeys.put(version, pepper.derive(version, "audit row"));
            checkpointKeys.put(version, pepper.derive(version, "audit checkpoint"));
        }
    }

    /** Returns the row that comes after the head of a chain. */
    public AuditRow next(AuditHead head, String node, AuditEntry entry) {
        AuditRow unsigned = new AuditRow(head.seq() + 1, node, entry, "");
        return new AuditRow(unsigned.seq(), node, entry, hash(newest, head.hash(), unsigned));
    }

    /** Whether the row comes after the head, as it was written. */
    public boolean follows(AuditHead head, AuditRow row) {
        int version = version(row.hash());
        return row.seq() == head.seq() + 1
                && rowKeys.containsKey(version)
                && equal(row.hash(), hash(version, head.hash(), row));
    }

    /** Signs that the rows up to this one were pruned. */
    public String sign(AuditHead pruned) {
        return sign(newest, pruned);
    }

    /** Whether it was signed that the rows up to this one were pruned. */
    public boolean isSigned(AuditHead pruned, String signature) {
        int version = version(signature);
        return checkpointKeys.containsKey(version) && equal(signature, sign(version, pruned));
    }

    private String hash(int version, String before, AuditRow row) {
        Mac mac = key(rowKeys, version).start();
        AuditEntry entry = row.entry();
        addText(mac, before);
        addNumber(mac, row.seq());
        addNumber(mac, ChronoUnit.MICROS.between(Instant.EPOCH, entry.at()));
        addText(mac, row.node());
        addText(mac, entry.kind());
        addText(mac, entry.actor());
        addText(mac, entry.subject());
        addText(mac, entry.outcome());
        addNumber(mac, entry.times());
        addText(mac, entry.detail());
        return text(version, mac);
    }

    private String sign(int version, AuditHead pruned) {
        Mac mac = key(checkpointKeys, version).start();
        addNumber(mac, pruned.seq());
        addText(mac, pruned.hash());
        return text(version, mac);
    }

    private static KeyedHash key(Map<Integer, KeyedHash> keys, int version) {
        KeyedHash key = keys.get(version);
        if (key == null) {
            throw new IllegalArgumentException("no version " + version + " of the pepper");
        }
        return key;
    }

    private static String text(int version, Mac mac) {
        return "v" + version + ":" + HEX.formatHex(mac.doFinal());
    }

    private static void addText(Mac mac, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        addNumber(mac, bytes.length);
        mac.update(bytes);
    }

    private static void addNumber(Mac mac, long number) {
        mac.update(ByteBuffer.allocate(Long.BYTES).putLong(0, number));
    }

    /** 0 for what is no hash. */
    private static int version(String hash) {
        Matcher form = HASH.matcher(hash);
        return form.matches() ? Integer.parseInt(form.group("version")) : 0;
    }

    private static boolean equal(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }
}
