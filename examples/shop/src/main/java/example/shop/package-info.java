/** The application itself: what starts it, its settings, and how it says no. What it sells and to whom lives below. */
@NullMarked
package example.shop;

import org.jspecify.annotations.NullMarked;
