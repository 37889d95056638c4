/**
 * From the cart to the payment: an order is open, then its stock is reserved for ten minutes, then it is paid. Nothing here
 * knows how customers log in.
 */
@NullMarked
package example.shop.orders;

import org.jspecify.annotations.NullMarked;
