@NullMarked
package io.weir.service.credentials;

import org.jspecify.annotations.NullMarked;
