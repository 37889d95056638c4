/**
 * Names for accounts and addresses in the audit, which do not tell who it is and which nobody can resolve when their key is
 * destroyed. Nothing here writes to the audit.
 */
@NullMarked
package io.weir.guard.pseudonym;

import org.jspecify.annotations.NullMarked;
