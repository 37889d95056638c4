package io.weir.spring.login;

import java.util.function.BooleanSupplier;
import org.springframework.security.authentication.AuthenticationManager;

/**
 * Protects logins in applications with servlets. Each method waits for the store of the limits, and throws
 * {@link LoginRefusedException} if nothing may be tried. Thread-safe.
 */
public interface LoginProtection {

    /**
     * Returns a manager that asks the rules for logins before it lets another one test a name and a password. Other kinds of
     * authentication are passed on. The starter protects managers that are beans or made by Spring Security; this is for others.
     */
    AuthenticationManager protect(AuthenticationManager manager);

    /**
     * Tests the code of a second factor, unless too many codes were wrong. After a right one the device is known.
     *
     * @param account the name with which the login began
     * @param test returns whether the code is right; if it throws, nothing was found out
     * @return whether the code is right
     */
    boolean secondFactor(String account, BooleanSupplier test);

    /**
     * Returns if an account is not locked for the sender of the current request. Counts nothing: for ways to a session that test no
     * password, such as a refresh token or a link by e-mail.
     */
    void requireUnlocked(String account);
}
