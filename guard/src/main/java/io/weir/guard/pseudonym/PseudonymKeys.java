package io.weir.guard.pseudonym;

import io.weir.guard.audit.AuditEvent;
import java.util.List;

/**
 * Where the keys of pseudonyms are kept, one for each quarter of a year such as {@code 2026Q1}. Thread-safe; every method
 * throws {@code AuditUnavailableException} when they cannot be reached.
 */
public interface PseudonymKeys {

    /** Returns the random text of a quarter, made if there is none. */
    String of(String quarter);

    /** Returns the quarters that have a text, the oldest first. */
    List<String> quarters();

    /**
     * Destroys the text of a quarter, and records it. Pseudonyms of that quarter can belong to nobody from then on. Returns
     * whether there was one; if not, nothing is recorded.
     */
    boolean destroy(String quarter, AuditEvent event);
}
