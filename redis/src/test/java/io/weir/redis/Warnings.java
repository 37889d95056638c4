package io.weir.redis;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Records the warnings and other messages of stores until it is closed. */
final class Warnings extends Handler implements AutoCloseable {

    private static final Logger LOGGER = Logger.getLogger(RedisStore.class.getName());

    private final List<LogRecord> entries = new CopyOnWriteArrayList<>();

    Warnings() {
        LOGGER.addHandler(this);
        LOGGER.setUseParentHandlers(false);
    }

    /** Returns the warnings. */
    List<String> texts() {
        return texts(Level.WARNING);
    }

    List<String> texts(Level level) {
        return entries.stream()
                .filter(entry -> entry.getLevel().equals(level))
                .map(LogRecord::getMessage)
                .toList();
    }

    @Override
    public void publish(LogRecord entry) {
        entries.add(entry);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        LOGGER.removeHandler(this);
        LOGGER.setUseParentHandlers(true);
    }
}
