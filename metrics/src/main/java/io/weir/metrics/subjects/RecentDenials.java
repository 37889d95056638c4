package io.weir.metrics.subjects;

import io.weir.limit.Decision;
import io.weir.policy.rule.Subject;
import io.weir.time.TimeSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The last denials of this process, so that "why was this caller denied an hour ago?" has an answer. Thread-safe.
 *
 * <p>Memory is bounded and shared fairly. Each rule has its own table, so a flood under one rule displaces nothing of another.
 * In a table each subject has one entry, however often it is denied, so a few loud subjects do not displace the others. The
 * table is a set-associative cache: a subject may be in any of the four places of the set that its hash selects, and a new
 * subject takes the place of the one that was denied longest ago. Only a flood of very many subjects under the same rule
 * displaces a quiet one.
 */
public final class RecentDenials {

    static final int MOST_RULES = 64;
    static final int SETS = 32;
    static final int PLACES_OF_A_SET = 4;

    private static final int MOST_NAME_LENGTH = 256;

    /** After a pause of this length, denials of a subject are counted from one again. */
    private static final long PAUSE_MICROS = 600_000_000;

    /**
     * The denials of one subject by one rule.
     *
     * @param times the number of denials from first to last
     * @param decision the last one
     */
    public record Denial(
            String rule, Subject subject, long times, long firstMicros, long lastMicros, Decision decision) {}

    private final Map<String, OfRule> rules = new ConcurrentHashMap<>();
    private final TimeSource time;

    RecentDenials(TimeSource time) {
        this.time = time;
    }

    void add(String rule, Subject subject, Decision decision) {
        OfRule known = rules.get(rule);
        long now = time.nowMicros();
        (known == null ? table(rule) : known).add(bounded(subject), decision, now);
    }

    private synchronized OfRule table(String rule) {
        if (rules.size() >= MOST_RULES && !rules.containsKey(rule)) {
            rules.values().stream()
                    .min(Comparator.comparingLong(OfRule::lastMicros))
                    .ifPresent(oldest -> rules.remove(oldest.rule));
        }
        return rules.computeIfAbsent(rule, OfRule::new);
    }

    private static Subject bounded(Subject subject) {
        return subject.identifier().length() <= MOST_NAME_LENGTH
                ? subject
                : new Subject(subject.type(), subject.identifier().substring(0, MOST_NAME_LENGTH));
    }

    /** Returns the denials of one subject, the newest first. */
    public List<Denial> of(Subject subject) {
        Subject wanted = bounded(subject);
        return all().stream()
                .flatMap(List::stream)
                .filter(denial -> denial.subject().equals(wanted))
                .sorted(NEWEST_FIRST)
                .toList();
    }

    /** Forgets the denials of one subject, and returns by how many rules it was denied. */
    public int forget(Subject subject) {
        Subject wanted = bounded(subject);
        return (int) rules.values().stream().filter(rule -> rule.forget(wanted)).count();
    }

    /** Returns the newest denials, with an equal share for each rule, the newest first. */
    public List<Denial> newest(int most) {
        List<List<Denial>> ofRules = all();
        List<Denial> chosen = new ArrayList<>();
        for (int i = 0; i < SETS * PLACES_OF_A_SET && chosen.size() < most; i++) {
            int rank = i;
            ofRules.stream()
                    .filter(denials -> denials.size() > rank)
                    .map(denials -> denials.get(rank))
                    .sorted(NEWEST_FIRST)
                    .limit(most - chosen.size())
                    .forEach(chosen::add);
        }
        chosen.sort(NEWEST_FIRST);
        return chosen;
    }

    private static final Comparator<Denial> NEWEST_FIRST =
            Comparator.comparingLong(Denial::lastMicros).reversed();

    /** Returns the denials of each rule, the newest first. */
    private List<List<Denial>> all() {
        return rules.values().stream().map(OfRule::denials).toList();
    }

    /** The denials of one rule. */
    private static final class OfRule {

        private final String rule;

        // Guarded by this. In each set, occupied places come before free ones.
        private final @Nullable Denial[] places = new @Nullable Denial[SETS * PLACES_OF_A_SET];
        private long lastMicros;

        OfRule(String rule) {
            this.rule = rule;
        }

        synchronized long lastMicros() {
            return lastMicros;
        }

        synchronized void add(Subject subject, Decision decision, long nowMicros) {
            lastMicros = nowMicros;
            int first = set(subject);
            int oldest = first;
            long oldestMicros = Long.MAX_VALUE;
            for (int i = first; i < first + PLACES_OF_A_SET; i++) {
                Denial denial = places[i];
                if (denial == null) {
                    oldest = i;
                    break;
                }
                if (denial.subject().equals(subject)) {
                    places[i] = again(denial, decision, nowMicros);
                    return;
                }
                if (denial.lastMicros() < oldestMicros) {
                    oldest = i;
                    oldestMicros = denial.lastMicros();
                }
            }
            places[oldest] = new Denial(rule, subject, 1, nowMicros, nowMicros, decision);
        }

        private static int set(Subject subject) {
            int hash = subject.hashCode();
            return Math.floorMod(hash ^ (hash >>> 16), SETS) * PLACES_OF_A_SET;
        }

        synchronized boolean forget(Subject subject) {
            int first = set(subject);
            int last = first + PLACES_OF_A_SET - 1;
            for (int i = first; i <= last; i++) {
                Denial denial = places[i];
                if (denial != null && denial.subject().equals(subject)) {
                    System.arraycopy(places, i + 1, places, i, last - i);
                    places[last] = null;
                    return true;
                }
            }
            return false;
        }

        private static Denial again(Denial before, Decision decision, long nowMicros) {
            boolean paused = nowMicros - before.lastMicros() > PAUSE_MICROS;
            return new Denial(
                    before.rule(),
                    before.subject(),
                    paused ? 1 : before.times() + 1,
                    paused ? nowMicros : before.firstMicros(),
                    nowMicros,
                    decision);
        }

        synchronized List<Denial> denials() {
            List<Denial> denials = new ArrayList<>();
            for (Denial denial : places) {
                if (denial != null) {
                    denials.add(denial);
                }
            }
            denials.sort(NEWEST_FIRST);
            return denials;
        }
    }
}
