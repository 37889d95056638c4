/** What every store must pass: the exact oracle and the seeded schedules that a store is compared with it on. */
@NullMarked
package io.weir.testkit;

import org.jspecify.annotations.NullMarked;
