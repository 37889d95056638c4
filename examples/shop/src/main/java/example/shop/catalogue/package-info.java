/** What the shop sells, and how much of it there is. Orders take from the stock; nothing here knows of customers. */
@NullMarked
package example.shop.catalogue;

import org.jspecify.annotations.NullMarked;
