/**
 * The REST calls about logins and their locks, and what the audit and the meters learn of logins. Rules decide; nothing here
 * counts.
 */
@NullMarked
package io.weir.service.guard.login;

import org.jspecify.annotations.NullMarked;
