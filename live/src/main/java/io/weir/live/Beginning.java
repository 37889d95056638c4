package io.weir.live;

import io.weir.policy.Policy;
import io.weir.redis.RedisDocument.Content;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.concurrent.CompletionException;

/** What to begin with where the home has nothing that can be used: the copy of what was followed last, or the seed. */
final class Beginning {

    private static final Logger LOG = System.getLogger(LivePolicy.class.getName());

    private Beginning() {}

    static Optional<Content> of(Following settings, Optional<FileHome> copy) {
        return copy.flatMap(folder -> kept(folder, settings)).or(() -> seeded(settings));
    }

    private static Optional<Content> kept(FileHome copy, Following settings) {
        try {
            Optional<Content> kept = copy.read().toCompletableFuture().join();
            kept.ifPresent(
                    content -> settings.written(DocumentText.document(content).content()));
            return kept;
        } catch (CompletionException | IllegalArgumentException unusable) {
            LOG.log(
                    Level.WARNING,
                    "The copy of the policy in " + copy + " cannot be used: " + UnavailableException.reason(unusable));
            return Optional.empty();
        }
    }

    private static Optional<Content> seeded(Following settings) {
        if (settings.seed().isEmpty()) {
            return Optional.empty();
        }
        PolicyContent content = new PolicyContent(settings.seed(), Switches.NONE);
        String change = Changes.line(Policy.of(), settings.written(content), Switches.NONE, Switches.NONE);
        Revision first =
                new Revision(1, settings.now(), "weir", change, Optional.of("there was no policy yet"), content);
        return Optional.of(DocumentText.content(PolicyDocument.EMPTY.with(first)));
    }
}
