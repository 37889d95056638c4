package io.weir.guard.block;

import io.weir.document.spi.Document;
import io.weir.document.spi.Document.Content;
import io.weir.document.spi.Document.Stamp;
import io.weir.guard.Repeated;
import io.weir.guard.block.AutomaticBlocks.Wanted;
import io.weir.limit.Rate;
import io.weir.policy.Action;
import io.weir.policy.BlockedSubject;
import io.weir.policy.Blocks;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Subject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of a fleet, kept in a document that each process compares every second. Requests are answered from memory. What
 * the document cannot tell at present is as it was last known. Thread-safe.
 */
public final class BlockRegistry implements Blocks, AutoCloseable {

    private static final Logger LOG = System.getLogger(BlockRegistry.class.getName());
    private static final Duration EVERY = Duration.ofSeconds(1);
    private static final int MOST_TRIES = 20;
    private static final int MOST_PENDING = 1_000;
    private static final Duration CAP_TOLD_EVERY = Duration.ofSeconds(1);

    /** A list and the stamp of the text it was read from, with what requests need of it. */
    private record Known(Stamp stamp, BlockList list, String text, BlockIndex index) {
        static final Known NONE = new Known(Stamp.NONE, BlockList.EMPTY, "", BlockIndex.EMPTY);
    }

    /** A change of the list; the list itself if there is nothing to change. */
    private interface Change extends Function<BlockList, BlockList> {}

    private final Document document;
    private final BlockConfig config;
    private final Repeated polls;
    private final ConcurrentHashMap<Subject, Boolean> pending = new ConcurrentHashMap<>();
    private volatile Known known = Known.NONE;
    private volatile Optional<String> problem = Optional.empty();
    private volatile Instant cappedUntil = Instant.MIN;

    /** The last change of this process, after which the next one begins. Guarded by this. */
    private CompletableFuture<?> lastChange = CompletableFuture.completedFuture(null);

    private BlockRegistry(Document document, BlockConfig config) {
        this.document = document;
        this.config = config;
        this.polls = Repeated.every(EVERY, config.scheduler(), this::poll);
        poll();
    }

    /** Starts to follow the document. */
    public static BlockRegistry start(Document document, BlockConfig config) {
        return new BlockRegistry(document, config);
    }

    @Override
    public Optional<BlockedSubject> find(Request request) {
        BlockIndex index = known.index();
        return index == BlockIndex.EMPTY
                ? Optional.empty()
                : index.find(request, config.now()).map(Block::blocked);
    }

    /** Returns the blocks that are in force, those that end first at the front. */
    public List<Block> inForce() {
        return known.list().inForce(config.now()).stream()
                .sorted(Comparator.comparing(Block::until))
                .toList();
    }

    /** Returns why the document cannot be followed at present. */
    public Optional<String> problem() {
        return problem;
    }

    /** Never waits. Most calls are about a subject that cannot be blocked or soon will be, so they end early. */
    @Override
    public void begin(Subject subject, Duration time, String rule) {
        Instant now = config.now();
        BlockedType.normal(subject)
                .filter(normal -> !now.isBefore(cappedUntil) && !stays(normal, rule, known.list(), now))
                .filter(normal -> pending.size() < MOST_PENDING && pending.putIfAbsent(normal, true) == null)
                .ifPresent(normal -> config.scheduler().execute(() -> beginNow(normal, time, rule)));
    }

    /** Returns whether the subject is blocked already, or was pardoned. */
    private static boolean stays(Subject subject, String rule, BlockList list, Instant now) {
        return AutomaticBlocks.isPardoned(subject, rule, list, now)
                || !list.inForce(subject, now).isEmpty();
    }

    private void beginNow(Subject subject, Duration time, String rule) {
        if (!AutomaticBlocks.mayBlock(subject, config)) {
            pending.remove(subject);
            return;
        }
        // Whether people log in from there is unknown while the store fails; then a challenge does least harm.
        config.people()
                .apply(subject)
                .exceptionally(failure -> true)
                .thenAccept(hasPeople ->
                        beginNow(new Wanted(subject, time, rule, hasPeople ? Action.CHALLENGE : Action.BLOCKED)));
    }

    private void beginNow(Wanted wanted) {
        Subject subject = wanted.subject();
        String rule = wanted.rule();
        AtomicBoolean capped = new AtomicBoolean();
        change(list -> {
                    Instant now = config.now();
                    boolean stays = stays(subject, rule, list, now);
                    capped.set(!stays && AutomaticBlocks.isFull(list, now));
                    return stays || capped.get() ? list : list.with(AutomaticBlocks.next(wanted, list, now));
                })
                .whenComplete((changed, failure) -> {
                    pending.remove(subject);
                    if (failure != null) {
                        LOG.log(Level.WARNING, "Rule {0} could not block a subject: {1}", rule, reason(failure));
                    } else if (capped.get()) {
                        cap(AutomaticBlocks.next(wanted, known.list(), config.now()));
                    } else if (changed) {
                        known.list().of(subject, rule).ifPresent(made -> tell(BlockEvent.Kind.MADE, made));
                    }
                });
    }

    private void cap(Block wanted) {
        cappedUntil = wanted.since().plus(CAP_TOLD_EVERY);
        tell(BlockEvent.Kind.CAPPED, wanted);
    }

    /**
     * Blocks a subject for an administrator, instead of an earlier block by administrators.
     *
     * @throws IllegalArgumentException if nothing of this type can be blocked, or the time is not from 1 s to 10 years
     */
    public CompletionStage<Block> add(Subject subject, Duration time, String reason, String administrator) {
        Subject normal = BlockedType.normal(subject)
                .orElseThrow(() -> new IllegalArgumentException(subject
                        + " is nothing that can be blocked; write ip:192.0.2.1, cidr:192.0.2.0/24, user:42, api-key:…, tenant:…, device:… or"
                        + " fingerprint:…"));
        requireTime(time);
        Instant now = config.now();
        Block block = new Block(
                normal, now, now.plus(time), reason, administrator, Optional.empty(), Optional.empty(), Action.BLOCKED);
        return change(list -> {
                    if (list.blocks().size() >= AutomaticBlocks.MOST) {
                        throw new IllegalStateException(
                                "there are " + AutomaticBlocks.MOST + " blocks already; block networks instead");
                    }
                    return list.with(block);
                })
                .thenApply(changed -> {
                    tell(BlockEvent.Kind.MADE, block);
                    return block;
                });
    }

    /**
     * Ends the blocks of a subject, and returns whether there was any. A rule that made one does not block the subject again
     * for a day.
     */
    public CompletionStage<Boolean> remove(Subject subject, String administrator) {
        Optional<Subject> normal = BlockedType.normal(subject);
        if (normal.isEmpty()) {
            return CompletableFuture.completedStage(false);
        }
        List<Block> ended = new CopyOnWriteArrayList<>();
        return change(list -> {
                    Instant now = config.now();
                    List<Block> ending = list.inForce(normal.get(), now).stream()
                            .map(block -> block.ended(administrator, now))
                            .toList();
                    ended.clear();
                    ended.addAll(ending);
                    BlockList next = list;
                    for (Block block : ending) {
                        next = next.with(block);
                    }
                    return next;
                })
                .thenApply(changed -> {
                    ended.forEach(block -> tell(BlockEvent.Kind.ENDED, block));
                    return !ended.isEmpty();
                });
    }

    /** Returns all that is known of the blocks of a subject: those in force, and those that ended in the last day. */
    public List<Block> of(Subject subject) {
        return BlockedType.normal(subject).map(known.list()::of).orElse(List.of());
    }

    /**
     * Forgets all blocks of a subject, in force or ended, and returns how many. No listener is told, because events name the
     * subject.
     */
    public CompletionStage<Integer> erase(Subject subject) {
        Optional<Subject> normal = BlockedType.normal(subject);
        if (normal.isEmpty()) {
            return CompletableFuture.completedStage(0);
        }
        AtomicInteger erased = new AtomicInteger();
        return change(list -> {
                    erased.set(list.of(normal.get()).size());
                    return erased.get() == 0 ? list : list.without(normal.get());
                })
                .thenApply(changed -> erased.get());
    }

    private static void requireTime(Duration time) {
        if (time.compareTo(Duration.ofSeconds(1)) < 0 || time.compareTo(Rate.LONGEST_PERIOD) > 0) {
            throw new IllegalArgumentException("a block lasts from 1 s to " + Rate.LONGEST_PERIOD.toDays()
                    + " days, not " + time + "; write 15min or 1h");
        }
    }

    private void tell(BlockEvent.Kind kind, Block block) {
        config.listener().happened(new BlockEvent(config.now(), kind, block));
    }

    /** Changes the newest list; returns whether there was anything to change. */
    private synchronized CompletionStage<Boolean> change(Change change) {
        CompletableFuture<Boolean> next = lastChange
                .handle((done, failure) -> null)
                .thenCompose(ready -> change(change, MOST_TRIES))
                .toCompletableFuture();
        lastChange = next;
        return next;
    }

    private CompletionStage<Boolean> change(Change change, int tries) {
        return document.read().thenCompose(found -> {
            found.ifPresent(this::adopt);
            Known before = known;
            Stamp stamp = found.map(Content::stamp).orElse(Stamp.NONE);
            BlockList current = before.list().current(config.now());
            BlockList next = change.apply(current);
            if (next == current) {
                return CompletableFuture.completedStage(false);
            }
            long version = Math.max(stamp.version(), before.stamp().version()) + 1;
            Content content = Content.of(version, next.text(version));
            return document.replaceIf(stamp, version, content.text()).thenCompose(replaced -> {
                if (replaced) {
                    adopt(content);
                    return CompletableFuture.completedStage(true);
                }
                return tries > 1
                        ? change(change, tries - 1)
                        : CompletableFuture.failedStage(new IllegalStateException(
                                "the blocks are being changed by too many at once; try again"));
            });
        });
    }

    private void poll() {
        document.stamp().thenCompose(this::follow).whenComplete((done, failure) -> report(failure));
    }

    private CompletionStage<Void> follow(Stamp found) {
        Known own = known;
        if (found.equals(own.stamp())) {
            return CompletableFuture.completedStage(null);
        }
        return found.version() >= own.stamp().version()
                ? document.read().thenAccept(content -> content.ifPresent(this::adopt))
                : document.replaceOlder(own.stamp().version(), own.text()).thenAccept(written -> {});
    }

    private void report(@Nullable Throwable failure) {
        if (failure != null && problem.isEmpty()) {
            LOG.log(Level.WARNING, "The blocks in {0} cannot be followed now: {1}", document, reason(failure));
        }
        problem = Optional.ofNullable(failure).map(why -> "the blocks cannot be followed: " + reason(why));
    }

    private static String reason(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }

    /** Takes over a text, unless it is older than what is known. */
    private synchronized void adopt(Content content) {
        if (content.stamp().version() >= known.stamp().version()
                && !content.stamp().equals(known.stamp())) {
            BlockList list = BlockList.read(content.text());
            List<Block> inForce = list.inForce(config.now());
            BlockIndex index = inForce.isEmpty() ? BlockIndex.EMPTY : new BlockIndex(inForce);
            known = new Known(content.stamp(), list, content.text(), index);
        }
    }

    /** Ends following; what is known stays in force. */
    @Override
    public void close() {
        polls.close();
    }
}
