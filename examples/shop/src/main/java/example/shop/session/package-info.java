/**
 * Sessions: access tokens of 15 minutes that nobody has to look up, and refresh tokens that are good for one use. How
 * somebody proves who they are lives elsewhere.
 */
@NullMarked
package example.shop.session;

import org.jspecify.annotations.NullMarked;
