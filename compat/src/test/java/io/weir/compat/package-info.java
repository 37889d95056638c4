/** Real applications on one line of Spring Boot. */
package io.weir.compat;
