package io.weir.spring.login;

import org.springframework.security.authentication.ReactiveAuthenticationManager;
import reactor.core.publisher.Mono;

/**
 * Protects logins in applications with WebFlux. Each result fails with {@link LoginRefusedException} if nothing may be tried.
 * Thread-safe.
 */
public interface ReactiveLoginProtection {

    /**
     * Returns a manager that asks the rules for logins before it lets another one test a name and a password. Other kinds of
     * authentication are passed on. The starter protects managers that are beans or made by Spring Security; this is for others.
     */
    ReactiveAuthenticationManager protect(ReactiveAuthenticationManager manager);

    /**
     * Tests the code of a second factor, unless too many codes were wrong. After a right one the device is known.
     *
     * @param account the name with which the login began
     * @param test tells whether the code is right; if it fails or is empty, nothing was found out
     */
    Mono<Boolean> secondFactor(String account, Mono<Boolean> test);

    /**
     * Completes if an account is not locked for the sender of the current request. Counts nothing: for ways to a session that test
     * no password, such as a refresh token or a link by e-mail.
     */
    Mono<Void> requireUnlocked(String account);
}
