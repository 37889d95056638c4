/** The REST calls about blocks, and what the audit and the meters learn of them. */
@NullMarked
package io.weir.service.guard.block;

import org.jspecify.annotations.NullMarked;
