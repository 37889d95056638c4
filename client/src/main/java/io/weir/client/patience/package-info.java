/**
 * What applications choose about retrying: how patient a call is, which calls share a lane, and who is told. Nothing in
 * here sends or waits.
 */
@NullMarked
package io.weir.client.patience;

import org.jspecify.annotations.NullMarked;
