/** The shop as customers, administrators and attackers meet it. All tests share one start of it. */
@NullMarked
package example.shop;

import org.jspecify.annotations.NullMarked;
