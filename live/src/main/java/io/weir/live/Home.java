package io.weir.live;

import io.weir.redis.RedisDocument.Content;
import io.weir.redis.RedisDocument.Stamp;
import io.weir.redis.RedisStore;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Where a document lives. */
public sealed interface Home permits RedisHome, FileHome, MemoryHome {

    /** The Redis that has the counters. */
    static Home in(RedisStore store) {
        return new RedisHome(store.document("policy"));
    }

    /** The file {@code policy.json} of a folder, readable by its owner only. */
    static Home in(Path folder) {
        return new FileHome(folder);
    }

    /** This process, with which it is gone. */
    static Home inMemory() {
        return new MemoryHome();
    }

    CompletionStage<Stamp> stamp();

    CompletionStage<Optional<Content>> read();

    /** Writes the text if there is still the one with that stamp; says whether. */
    CompletionStage<Boolean> replaceIf(Stamp expected, long version, String text);

    /** Writes the text if there is none, or one of a lower version; says whether. */
    CompletionStage<Boolean> replaceOlder(long version, String text);
}
