@NullMarked
package io.weir.http;

import org.jspecify.annotations.NullMarked;
