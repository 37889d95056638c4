/**
 * The REST calls about the audit, and the recording of what administrators change elsewhere than in the database. Keys are
 * recorded by the guard itself.
 */
@NullMarked
package io.weir.service.guard.audit;

import org.jspecify.annotations.NullMarked;
