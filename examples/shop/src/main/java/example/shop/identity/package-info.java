/** Customers and administrators, their passwords and devices. How a login proceeds and what a session is lives elsewhere. */
@NullMarked
package example.shop.identity;

import org.jspecify.annotations.NullMarked;
