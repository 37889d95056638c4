package io.weir.metrics.subjects;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.weir.policy.rule.Subject;
import io.weir.policy.spi.Observed;
import io.weir.time.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The subjects with the most requests and with the most denials at present, from a bounded sketch of the last ten
 * seconds. Counters that all callers share, such as those of a global rule, are not included. Thread-safe.
 *
 * <p>The meter {@code rate_limiter.top.subjects} shows the numbers by rank and never the names, because each name would
 * be a new series, and meters are often readable by everybody.
 */
public final class TopSubjects implements DecisionListener, MeterBinder {

    /** The length of the time that is counted. */
    public static final Duration WINDOW = Duration.ofSeconds(10);

    private static final int RANKS = 10;
    private static final long WINDOW_MICROS = WINDOW.toSeconds() * 1_000_000;
    private static final long KEPT_MICROS = 1_000_000;
    private static final String GLOBAL = "global";

    /** A subject by its name, and how often it was seen. */
    public record Hot(String subject, double perSecond) {}

    /**
     * The top subjects, the most frequent first.
     *
     * @param requests by all requests
     * @param rejected by denied requests
     */
    public record Top(List<Hot> requests, List<Hot> rejected) {

        static final Top NONE = new Top(List.of(), List.of());
    }

    private record Window(SpaceSaving requests, SpaceSaving rejected) {

        static Window empty() {
            return new Window(new SpaceSaving(), new SpaceSaving());
        }

        void add(String subject, boolean denied, int times) {
            requests.add(subject, times);
            if (denied) {
                rejected.add(subject, times);
            }
        }
    }

    private final SubjectNames names;
    private final Scheduler time;
    private final Sampling sampling = new Sampling();

    // Guarded by this.
    private Window present = Window.empty();
    private Window last = Window.empty();
    private long presentSince;
    private Top shown = Top.NONE;
    private long shownAt = Long.MIN_VALUE;

    public TopSubjects(SubjectNames names) {
        this(names, Scheduler.system());
    }

    TopSubjects(SubjectNames names, Scheduler time) {
        this.names = names;
        this.time = time;
        this.presentSince = time.elapsedMicros();
    }

    public SubjectNames names() {
        return names;
    }

    @Override
    public void decided(Observed request) {
        int weight = sampling.weight();
        if (weight == 0) {
            return;
        }
        Map<Subject, Boolean> denied = new HashMap<>();
        request.eachSubject((subject, denies) -> {
            if (!subject.type().equals(GLOBAL)) {
                denied.merge(subject, denies, Boolean::logicalOr);
            }
        });
        denied.forEach((subject, denies) -> add(subject.toString(), denies, weight));
    }

    private synchronized void add(String subject, boolean denied, int weight) {
        long now = time.elapsedMicros();
        sampling.looked(weight, now);
        turn(now);
        present.add(subject, denied, weight);
    }

    private void turn(long nowMicros) {
        long windows = (nowMicros - presentSince) / WINDOW_MICROS;
        if (windows > 0) {
            last = windows == 1 ? present : Window.empty();
            present = Window.empty();
            presentSince += windows * WINDOW_MICROS;
        }
    }

    /** Returns up to this many of each, as of now. */
    public Top top(int most) {
        return top(most, names);
    }

    /** Returns the same lists with other names. */
    public synchronized Top top(int most, SubjectNames shownAs) {
        long now = time.elapsedMicros();
        sampling.adapt(now);
        turn(now);
        double ofLast = 1 - (double) (now - presentSince) / WINDOW_MICROS;
        return new Top(
                named(top(Window::requests, ofLast, most), shownAs),
                named(top(Window::rejected, ofLast, most), shownAs));
    }

    private static List<Hot> named(List<Hot> list, SubjectNames names) {
        return list.stream()
                .map(hot -> new Hot(names.of(hot.subject()), hot.perSecond()))
                .toList();
    }

    private List<Hot> top(Function<Window, SpaceSaving> kind, double ofLast, int most) {
        Map<String, Double> counts = new HashMap<>();
        kind.apply(present).counters().forEach(each -> counts.put(each.name(), (double) each.certain()));
        kind.apply(last).counters().forEach(each -> counts.merge(each.name(), each.certain() * ofLast, Double::sum));
        List<Map.Entry<String, Double>> sorted = new ArrayList<>(counts.entrySet());
        sorted.sort(Map.Entry.<String, Double>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()));
        return sorted.stream()
                .limit(most)
                .filter(entry -> entry.getValue() > 0)
                .map(entry -> new Hot(entry.getKey(), entry.getValue() / WINDOW.toSeconds()))
                .toList();
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        bind("requests", Top::requests, registry);
        bind("rejected", Top::rejected, registry);
    }

    private void bind(String kind, Function<Top, List<Hot>> list, MeterRegistry registry) {
        for (int i = 0; i < RANKS; i++) {
            int rank = i;
            Gauge.builder("rate_limiter.top.subjects", this, top -> perSecond(list.apply(top.shown()), rank))
                    .description("Requests per second of the hottest subjects, by their rank")
                    .tag("kind", kind)
                    .tag("rank", Integer.toString(rank + 1))
                    .strongReference(true)
                    .register(registry);
        }
    }

    private static double perSecond(List<Hot> list, int rank) {
        return rank < list.size() ? list.get(rank).perSecond() : 0;
    }

    /** One snapshot for all gauges, which are read together. */
    private synchronized Top shown() {
        long now = time.elapsedMicros();
        if (shownAt == Long.MIN_VALUE || now - shownAt >= KEPT_MICROS) {
            shown = top(RANKS);
            shownAt = now;
        }
        return shown;
    }
}
