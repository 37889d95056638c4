/**
 * The Lua scripts and the form of their arguments, keys, replies and errors. Nothing here sends a command. This package is no
 * promise to users and may change at any time.
 */
@NullMarked
package io.weir.redis.internal.script;

import org.jspecify.annotations.NullMarked;
