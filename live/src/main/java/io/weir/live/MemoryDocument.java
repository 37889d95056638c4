package io.weir.live;

import io.weir.document.spi.Document;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

/** A document in the memory of this process, which is lost when the process ends. */
public final class MemoryDocument implements Document {

    private Optional<Content> content = Optional.empty();

    @Override
    public CompletionStage<Stamp> stamp() {
        return read().thenApply(found -> found.map(Content::stamp).orElse(Stamp.NONE));
    }

    @Override
    public synchronized CompletionStage<Optional<Content>> read() {
        return CompletableFuture.completedStage(content);
    }

    @Override
    public CompletionStage<Boolean> replaceIf(Stamp expected, long version, String text) {
        return replace(expected::equals, Content.of(version, text));
    }

    @Override
    public CompletionStage<Boolean> replaceOlder(long version, String text) {
        return replace(found -> found.version() < version, Content.of(version, text));
    }

    private synchronized CompletionStage<Boolean> replace(Predicate<Stamp> replaceable, Content next) {
        boolean replaces = replaceable.test(content.map(Content::stamp).orElse(Stamp.NONE));
        if (replaces) {
            content = Optional.of(next);
        }
        return CompletableFuture.completedStage(replaces);
    }

    @Override
    public String toString() {
        return "memory";
    }
}
