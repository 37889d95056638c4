/** The pages of the shop. What they show and do is decided by the other packages. */
@NullMarked
package example.shop.web;

import org.jspecify.annotations.NullMarked;
