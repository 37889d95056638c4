/** The shop for programs, under /api/v1. It speaks JSON, and takes tokens and API keys. */
@NullMarked
package example.shop.api;

import org.jspecify.annotations.NullMarked;
