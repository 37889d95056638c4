/**
 * Who may call an API, and who did what: the rooms below hold API keys, the audit and the secrets behind both. Nothing here
 * depends on Spring or on a database driver.
 */
@NullMarked
package io.weir.guard;

import org.jspecify.annotations.NullMarked;
