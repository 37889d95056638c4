package io.weir.live;

import io.weir.redis.RedisDocument;
import io.weir.redis.RedisDocument.Content;
import io.weir.redis.RedisDocument.Stamp;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** A document that all who are on one Redis share. */
record RedisHome(RedisDocument document) implements Home {

    @Override
    public CompletionStage<Stamp> stamp() {
        return document.stamp();
    }

    @Override
    public CompletionStage<Optional<Content>> read() {
        return document.read();
    }

    @Override
    public CompletionStage<Boolean> replaceIf(Stamp expected, long version, String text) {
        return document.replaceIf(expected, version, text);
    }

    @Override
    public CompletionStage<Boolean> replaceOlder(long version, String text) {
        return document.replaceOlder(version, text);
    }

    @Override
    public String toString() {
        return "Redis";
    }
}
