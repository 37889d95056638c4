package io.weir.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Limits the calls of a method, by a rule of the policy or by a limit of its own. A call that is denied throws
 * {@link RateLimitedException}, which an HTTP client sees as a 429. On a class, the annotation applies to each public method.
 *
 * <p>Calls are counted by Spring's proxy, so calls that a bean makes on itself are not counted.
 */
@Documented
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface RateLimited {

    /**
     * The name of a rule of the policy. Its limit, cost, mode and options apply; its {@code match} does not. If the current
     * request was charged by the same rule already, that charge pays for one call.
     */
    String value() default "";

    /** A limit such as {@code 10/min} or {@code 100/min burst 150}, as an alternative to a rule. */
    String limit() default "";

    /**
     * The key that calls are counted by: the name of a parameter, or an expression such as {@code #order.customer}. Without
     * a key, a limit counts all calls together, and a rule counts by the current request, as its {@code per} says.
     */
    String key() default "";
}
