package io.weir.guard.pseudonym;

import io.weir.classify.IpAddress;
import io.weir.guard.Repeated;
import io.weir.guard.audit.AuditTrailConfig;
import io.weir.guard.audit.AuditUnavailableException;
import io.weir.guard.secret.KeyedHash;
import io.weir.guard.secret.Pepper;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.IsoFields;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/*
 * pseudonym = HMAC-SHA-256(HMAC(pepper, key of the quarter), kind, name), the first 64 bits of it
 *
 * Within a quarter the same name has the same pseudonym, so that events about it can be counted. To find whether a pseudonym
 * is a certain name, one needs the pepper and the quarter's key. When the key is destroyed, nobody can any more.
 */
/** Names for accounts and addresses in the audit, which do not tell who it is. Thread-safe. */
public final class Pseudonyms implements AutoCloseable {

    private static final Logger LOG = System.getLogger(Pseudonyms.class.getName());

    private static final int HEX_DIGITS = 16;
    private static final int SHOWN_OF_IPV4 = 24;
    private static final int SHOWN_OF_IPV6 = 48;

    private static final Duration REFRESHED_EVERY = Duration.ofSeconds(30);

    /** The next quarter's key is known before the quarter begins. */
    private static final Duration AHEAD = Duration.ofMinutes(5);

    private final KeyedHash purpose;
    private final PseudonymKeys keys;
    private final AuditTrailConfig config;
    private final Repeated refreshes;
    private volatile Map<String, KeyedHash> quarters = Map.of();

    /** Stands in while the database has not been reached: nobody can tell whose pseudonyms these are. */
    private final KeyedHash unlinkable = KeyedHash.of(Pepper.random().getBytes(StandardCharsets.UTF_8));

    private Pseudonyms(Pepper pepper, PseudonymKeys keys, AuditTrailConfig config) {
        this.purpose = pepper.derive(pepper.newestVersion(), "pseudonyms");
        this.keys = keys;
        this.config = config;
        refresh();
        this.refreshes = Repeated.every(REFRESHED_EVERY, config.scheduler(), this::refresh);
    }

    /** Reads the key of the quarter, and follows it: a key that another node has destroyed is used for 30 seconds at most. */
    public static Pseudonyms start(Pepper pepper, PseudonymKeys keys, AuditTrailConfig config) {
        return new Pseudonyms(pepper, keys, config);
    }

    /** Returns the quarter of a year, in UTC: {@code 2026Q1}. */
    public static String quarter(Instant at) {
        ZonedDateTime date = at.atZone(ZoneOffset.UTC);
        return date.getYear() + "Q" + date.get(IsoFields.QUARTER_OF_YEAR);
    }

    public String account(String name) {
        return "account:" + tag(present(), "account", name);
    }

    /** Keeps the network, {@code /24} or {@code /48}, in clear. */
    public String address(IpAddress address) {
        return address(address, present());
    }

    private static String address(IpAddress address, KeyedHash hash) {
        int shown = address.bits() == 32 ? SHOWN_OF_IPV4 : SHOWN_OF_IPV6;
        return "ip:" + address.network(shown) + "/" + shown + "~" + tag(hash, "ip", address.toString());
    }

    /**
     * Returns the pseudonyms of an account in all quarters whose keys there are, to find what the audit has of it.
     *
     * @throws AuditUnavailableException if the keys cannot be read
     */
    public List<String> everyAccount(String name) {
        return everyKey().map(hash -> "account:" + tag(hash, "account", name)).toList();
    }

    /** Does for an address what {@link #everyAccount} does. */
    public List<String> everyAddress(IpAddress address) {
        return everyKey().map(hash -> address(address, hash)).toList();
    }

    private Stream<KeyedHash> everyKey() {
        return keys.quarters().stream().map(quarter -> KeyedHash.of(purpose.of(keys.of(quarter))));
    }

    private static String tag(KeyedHash hash, String kind, String name) {
        return hash.hexOf(kind + "|" + name).substring(0, HEX_DIGITS);
    }

    private KeyedHash present() {
        return quarters.getOrDefault(quarter(config.now()), unlinkable);
    }

    private void refresh() {
        try {
            Map<String, KeyedHash> known = new HashMap<>();
            for (Instant at : List.of(config.now(), config.now().plus(AHEAD))) {
                known.computeIfAbsent(quarter(at), quarter -> KeyedHash.of(purpose.of(keys.of(quarter))));
            }
            quarters = Map.copyOf(known);
        } catch (AuditUnavailableException later) {
            LOG.log(Level.DEBUG, "The keys of pseudonyms cannot be read now", later);
        }
    }

    @Override
    public void close() {
        refreshes.close();
    }
}
