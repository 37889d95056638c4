package io.weir.live;

import io.weir.document.spi.Document.Content;
import io.weir.live.revision.PolicyContent;
import io.weir.live.revision.PolicyDocument;
import io.weir.live.revision.Revision;
import io.weir.live.revision.RuntimeSettings;
import io.weir.policy.Policy;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.concurrent.CompletionException;

/**
 * Finds the document to start with if the followed one has no usable text: the local copy, or else one made from the seed.
 */
final class InitialDocument {

    private static final Logger LOG = System.getLogger(LivePolicy.class.getName());

    private InitialDocument() {}

    static Optional<LoadedDocument> find(LivePolicyConfig config, Optional<FileDocument> copy) {
        return copy.flatMap(file -> load(file, config)).or(() -> fromSeed(config));
    }

    private static Optional<LoadedDocument> load(FileDocument copy, LivePolicyConfig config) {
        try {
            Optional<Content> kept = copy.read().toCompletableFuture().join();
            return kept.map(content -> LoadedDocument.parse(content, config));
        } catch (CompletionException | IllegalArgumentException unusable) {
            LOG.log(
                    Level.WARNING,
                    "The copy of the policy in " + copy + " cannot be used: " + UnavailableException.reason(unusable));
            return Optional.empty();
        }
    }

    private static Optional<LoadedDocument> fromSeed(LivePolicyConfig config) {
        if (config.seed().isEmpty()) {
            return Optional.empty();
        }
        PolicyContent content = new PolicyContent(config.seed(), RuntimeSettings.NONE);
        Policy written = config.written(content);
        String change = PolicyChanges.line(Policy.of(), written, RuntimeSettings.NONE, RuntimeSettings.NONE);
        Revision first = new Revision(1, config.now(), "weir", change, Optional.of("there was no policy yet"), content);
        return Optional.of(LoadedDocument.of(PolicyDocument.EMPTY.with(first), written));
    }
}
