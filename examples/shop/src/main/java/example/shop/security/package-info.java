/** What stands in front of pages and API: who a request comes from, what they may open, cookies and headers. */
@NullMarked
package example.shop.security;

import org.jspecify.annotations.NullMarked;
