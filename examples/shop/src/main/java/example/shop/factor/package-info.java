/** The second factor: codes of an app that change every 30 seconds, and recovery codes for a lost phone. */
@NullMarked
package example.shop.factor;

import org.jspecify.annotations.NullMarked;
