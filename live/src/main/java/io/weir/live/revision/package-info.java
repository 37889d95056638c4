/**
 * The content of a policy document: its revisions, each with the policy's texts and the settings made at run time.
 * These are plain values; reading, writing and following a document do not belong here.
 */
@NullMarked
package io.weir.live.revision;

import org.jspecify.annotations.NullMarked;
