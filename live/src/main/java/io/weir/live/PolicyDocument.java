package io.weir.live;

import io.weir.policyfile.PolicyText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All that governs a fleet, and what governed it before: as many revisions as there is room for.
 *
 * @param revisions the newest last; none if nothing was ever written
 */
public record PolicyDocument(List<Revision> revisions) {

    static final PolicyDocument EMPTY = new PolicyDocument(List.of());

    static final int MOST_REVISIONS = 20;
    private static final int MOST_CHARACTERS = 4_000_000;

    public PolicyDocument {
        revisions = List.copyOf(revisions);
    }

    public Optional<Revision> newest() {
        return revisions.isEmpty() ? Optional.empty() : Optional.of(revisions.get(revisions.size() - 1));
    }

    /** The number of the newest, 0 if there is none. */
    public long version() {
        return newest().map(Revision::number).orElse(0L);
    }

    PolicyContent content() {
        return newest().map(Revision::content).orElse(PolicyContent.EMPTY);
    }

    Optional<Revision> find(long number) {
        return revisions.stream()
                .filter(revision -> revision.number() == number)
                .findFirst();
    }

    /** The one before the newest. */
    Optional<Revision> previous() {
        return revisions.size() < 2 ? Optional.empty() : Optional.of(revisions.get(revisions.size() - 2));
    }

    /** The same with one more, which is never too much; of the others the oldest leave. */
    PolicyDocument with(Revision next) {
        List<Revision> kept = new ArrayList<>(List.of(next));
        long characters = characters(next);
        for (int i = revisions.size() - 1; i >= 0 && kept.size() < MOST_REVISIONS; i--) {
            Revision older = revisions.get(i);
            // Texts that did not change are written once.
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
