package io.weir.live.revision;

import io.weir.policyfile.PolicyText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The newest revision of a fleet's policy and a bounded history of earlier ones.
 *
 * @param revisions in order, the newest last; empty if no policy was ever written
 */
public record PolicyDocument(List<Revision> revisions) {

    /** A document to which nothing was written yet. */
    public static final PolicyDocument EMPTY = new PolicyDocument(List.of());

    private static final int MOST_REVISIONS = 20;
    private static final int MOST_CHARACTERS = 4_000_000;

    public PolicyDocument {
        revisions = List.copyOf(revisions);
    }

    public Optional<Revision> newest() {
        return revisions.isEmpty() ? Optional.empty() : Optional.of(revisions.get(revisions.size() - 1));
    }

    /** Returns the number of the newest revision, or 0 if there is none. */
    public long version() {
        return newest().map(Revision::number).orElse(0L);
    }

    /** Returns the content of the newest revision. */
    public PolicyContent content() {
        return newest().map(Revision::content).orElse(PolicyContent.EMPTY);
    }

    public Optional<Revision> find(long number) {
        return revisions.stream()
                .filter(revision -> revision.number() == number)
                .findFirst();
    }

    /** Returns the revision before the newest. */
    public Optional<Revision> previous() {
        return revisions.size() < 2 ? Optional.empty() : Optional.of(revisions.get(revisions.size() - 2));
    }

    /**
     * Adds a revision and drops the oldest ones beyond 20 revisions or 4 million characters. The added one is always
     * kept.
     */
    public PolicyDocument with(Revision next) {
        List<Revision> kept = new ArrayList<>(List.of(next));
        long characters = characters(next);
        for (int i = revisions.size() - 1; i >= 0 && kept.size() < MOST_REVISIONS; i--) {
            Revision older = revisions.get(i);
            // Files that did not change between two revisions are written once.
            boolean same = older.content().files().equals(kept.get(0).content().files());
            characters += same ? 0 : characters(older);
            if (characters > MOST_CHARACTERS) {
                break;
            }
            kept.add(0, older);
        }
        return new PolicyDocument(kept);
    }

    private static long characters(Revision revision) {
        return revision.content().files().stream()
                .map(PolicyText::text)
                .mapToLong(String::length)
                .sum();
    }
}
