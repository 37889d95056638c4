package io.weir.service.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import io.weir.RateLimiter;
import io.weir.limit.Limit;
import io.weir.memory.MemoryStore;
import io.weir.time.TimeSource;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A console that callers cannot flood: for each logger and level it shows ten records at once, then one a second, and reports how
 * many it left out.
 *
 * <p>Records are grouped by logger and level, not by their text, because callers influence the text: some libraries write the
 * connection or the path into it. Records of the main thread, which starts the service, and debug records are always shown.
 */
public final class LimitedConsole extends ConsoleAppender<ILoggingEvent> {

    private static final Limit LIMIT = Limit.parse("1/s burst 10");
    private static final int STORE_BYTES = 1_000_000;

    private final RateLimiter limiter;
    private final Map<Kind, AtomicLong> leftOut = new ConcurrentHashMap<>();

    public LimitedConsole() {
        this(TimeSource.system());
    }

    LimitedConsole(TimeSource time) {
        limiter = RateLimiter.of(LIMIT, new MemoryStore(time, STORE_BYTES));
    }

    private record Kind(Level level, String logger) {}

    @Override
    protected void append(ILoggingEvent event) {
        Kind kind = new Kind(event.getLevel(), event.getLoggerName());
        if (isAlwaysShown(event) || limiter.tryAcquire(kind.toString()).allowed()) {
            super.append(event);
        } else if (leftOut.computeIfAbsent(kind, unseen -> new AtomicLong()).getAndIncrement() == 0) {
            ScheduledFuture<?> unused =
                    getContext().getScheduledExecutorService().schedule(() -> tellLeftOut(kind), 1, TimeUnit.SECONDS);
        }
    }

    private static boolean isAlwaysShown(ILoggingEvent event) {
        return event.getThreadName().equals("main") || !event.getLevel().isGreaterOrEqual(Level.INFO);
    }

    private void tellLeftOut(Kind kind) {
        AtomicLong counter = leftOut.get(kind);
        long count = counter == null ? 0 : counter.getAndSet(0);
        if (count > 0) {
            String message = String.format(Locale.ROOT, "… and %,d more like these", count);
            LoggerContext context = (LoggerContext) getContext();
            super.append(new LoggingEvent(
                    LimitedConsole.class.getName(),
                    context.getLogger(kind.logger()),
                    kind.level(),
                    message,
                    null,
                    new Object[0]));
        }
    }

    @Override
    public void stop() {
        leftOut.keySet().forEach(this::tellLeftOut);
        super.stop();
    }
}
