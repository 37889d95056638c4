/** What administrators see and do, on pages and over the API: orders, API keys, blocks and the audit. */
@NullMarked
package example.shop.admin;

import org.jspecify.annotations.NullMarked;
