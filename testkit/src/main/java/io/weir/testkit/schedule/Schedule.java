package io.weir.testkit.schedule;

import io.weir.limit.Limit;
import io.weir.store.Charge;
import io.weir.store.Charge.Counter;
import io.weir.store.Effect;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An endless sequence of steps on a few counters. It depends only on the seed, the limits and the retry-afters. */
public final class Schedule {

    /** A step gives back the receipt of one of this many earlier steps. */
    public static final int RECEIPTS_KEPT = 256;

    private static final List<String> KEYS = List.of("a", "b", "c");

    private final long seed;
    private final List<Limit> limits;
    private final SplittableRandom random;
    private final ScheduleLimits numbers;
    private final ClockJumps jumps;

    private final long[] lastCalls = new long[64];
    private long calls;
    private List<Charge> lastCharges = List.of();

    private final long startMicros;
    private long nowMicros;
    private long steps;

    private Schedule(long seed, List<Limit> limits, SplittableRandom random, ScheduleLimits numbers) {
        this.seed = seed;
        this.limits = List.copyOf(limits);
        this.random = random;
        this.numbers = numbers;
        this.jumps = new ClockJumps(random, limits);
        this.startMicros = jumps.start();
        this.nowMicros = startMicros;
    }

    /** Creates a schedule in which every counter keeps its limit. */
    public static Schedule of(long seed, List<Limit> limits) {
        SplittableRandom random = new SplittableRandom(seed);
        return new Schedule(seed, limits, random, ScheduleLimits.lasting(random, limits));
    }

    /** Creates a schedule in which a counter sometimes changes to another limit of its algorithm. */
    public static Schedule changingNumbers(long seed, List<Limit> limits) {
        SplittableRandom random = new SplittableRandom(seed);
        return new Schedule(seed, limits, random, ScheduleLimits.changing(random, limits));
    }

    public long seed() {
        return seed;
    }

    /** Returns the clock's time before the first step. */
    public Instant start() {
        return Instant.EPOCH.plus(startMicros, ChronoUnit.MICROS);
    }

    /** Returns a charge on each counter that steps may touch. */
    public List<Charge> counters() {
        return limits.stream()
                .collect(Collectors.toMap(Limit::algorithm, limit -> limit, (first, other) -> first, TreeMap::new))
                .values()
                .stream()
                .flatMap(limit -> KEYS.stream().map(key -> Charge.ofKey(key, limit)))
                .toList();
    }

    /**
     * Returns the next step, often at the instant that the last denial promised or just before it.
     *
     * @param retryAfterMicros the retry-after of the last denied charge, or 0
     */
    public Step next(long retryAfterMicros) {
        if (retryAfterMicros > 0 && !lastCharges.isEmpty() && random.nextInt(3) == 0) {
            return step(jumps.bounded(nowMicros, retryAfterMicros - random.nextInt(2)), charging(lastCharges));
        }
        return step(jumps.next(nowMicros), action());
    }

    private Step step(long advanceMicros, Step.Action action) {
        nowMicros += advanceMicros;
        if (action instanceof Step.ChargeCall call) {
            lastCharges = call.charges();
            lastCalls[(int) (calls++ % lastCalls.length)] = steps;
        }
        return new Step(steps++, nowMicros, advanceMicros, action);
    }

    private Step.Action action() {
        int permille = random.nextInt(1000);
        if (permille < 150) {
            return returning();
        }
        if (permille < 155) {
            return forgetting();
        }
        return charging(charges());
    }

    private Step.Action charging(List<Charge> charges) {
        return random.nextInt(8) == 0 ? new Step.Peek(charges) : new Step.ChargeCall(charges);
    }

    /** Returns mostly one of the last few calls, and often one that was given back before. */
    private Step.Action returning() {
        int age = random.nextInt(random.nextInt(4) == 0 ? lastCalls.length : 4);
        if (age >= calls) {
            return charging(charges());
        }
        long call = lastCalls[(int) ((calls - 1 - age) % lastCalls.length)];
        return steps - call <= RECEIPTS_KEPT ? new Step.GiveBack(call) : charging(charges());
    }

    private Step.Action forgetting() {
        Charge charge = charge();
        numbers.forget(charge.counter());
        lastCharges = List.of(); // Charges of a repeated call would bring back old numbers.
        return new Step.Forget(charge);
    }

    private List<Charge> charges() {
        numbers.shortenLogs();
        int several = Math.max(1, random.nextInt(-6, 5));
        return Stream.generate(this::charge).limit(several).toList();
    }

    private Charge charge() {
        Limit any = limits.get(random.nextInt(limits.size()));
        String key = KEYS.get(random.nextInt(KEYS.size()));
        Limit limit = numbers.of(new Counter(any.algorithm(), key, ""));
        Charge charge = Charge.ofKey(key, limit, cost(limit.capacity())).withEffect(effect());
        boolean canOverdraw = charge.effect() == Effect.COUNTED && limit.mostCounted() > limit.capacity();
        return canOverdraw && random.nextInt(4) == 0 ? charge.withLimit(limit, cost(limit.mostCounted())) : charge;
    }

    /**
     * Returns 1 for half of the costs, and any order of magnitude up to the capacity for the others; in a crowd nearly
     * all are 1.
     */
    private long cost(long capacity) {
        if (jumps.crowded() && random.nextInt(50) > 0) {
            return 1;
        }
        return switch (random.nextInt(16)) {
            case 0 -> capacity;
            case 1 -> 1 + random.nextLong(capacity);
            case 2, 3, 4, 5, 6, 7 -> Math.min(capacity, (long) StrictMath.pow((double) capacity, random.nextDouble()));
            default -> 1;
        };
    }

    private Effect effect() {
        return switch (random.nextInt(8)) {
            case 0 -> Effect.SHADOW;
            case 1 -> Effect.COUNTED;
            default -> Effect.ENFORCED;
        };
    }
}
