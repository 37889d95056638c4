/** What happens when the shop starts for the first time: products and two accounts. */
@NullMarked
package example.shop.start;

import org.jspecify.annotations.NullMarked;
