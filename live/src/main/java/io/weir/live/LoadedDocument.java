package io.weir.live;

import io.weir.document.spi.Document.Content;
import io.weir.document.spi.Document.Stamp;
import io.weir.live.internal.DocumentJson;
import io.weir.live.revision.PolicyDocument;
import io.weir.policy.Policy;

/**
 * A document and the policy parsed from it, so that its JSON and its policy's YAML are parsed once.
 *
 * @param written the policy in the files of the newest revision, without runtime settings
 */
record LoadedDocument(Content content, PolicyDocument document, Policy written) {

    static final LoadedDocument NONE =
            new LoadedDocument(new Content(Stamp.NONE, ""), PolicyDocument.EMPTY, Policy.of());

    /** Throws an {@link IllegalArgumentException} that says why the document or its policy cannot be used. */
    static LoadedDocument parse(Content content, LivePolicyConfig config) {
        PolicyDocument document = DocumentJson.document(content);
        return new LoadedDocument(content, document, config.written(document.content()));
    }

    /** @param written the policy that was parsed from the document's newest revision */
    static LoadedDocument of(PolicyDocument document, Policy written) {
        return new LoadedDocument(DocumentJson.content(document), document, written);
    }

    Stamp stamp() {
        return content.stamp();
    }
}
