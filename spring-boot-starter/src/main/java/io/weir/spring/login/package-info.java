/**
 * Protects logins of Spring Security by the rules of the policy that are for logins. Needs weir-guard and Spring Security. What
 * belongs here is what an application writes or catches; how it works is internal.
 */
@NullMarked
package io.weir.spring.login;

import org.jspecify.annotations.NullMarked;
