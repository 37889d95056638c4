/**
 * Attacks on a shop of this machine, for trying what stops them. Nothing here is used by the shop, and nothing of the shop is
 * used here but its API.
 */
@NullMarked
package example.shop.attack;

import org.jspecify.annotations.NullMarked;
