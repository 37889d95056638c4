package io.weir.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Limits the calls of a method, by a rule of the policy or by a limit of its own; a call too many throws
 * {@link RateLimitedException}, which an HTTP caller sees as a 429. On a class, it is for each of its public methods.
 *
 * <p>Calls go through Spring's proxy: those a bean makes on itself are not counted.
 */
@Documented
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface RateLimited {

    /**
     * The name of a rule of the policy: its limit, cost, mode and options count, whatever requests it is for. If the request in
     * which the method is called has met the rule already, its charge pays for one call.
     */
    String value() default "";

    /** A limit such as {@code 10/min} or {@code 100/min burst 150}, instead of a rule. */
    String limit() default "";

    /**
     * Whom it counts: the name of a parameter, or an expression of parameters such as {@code #order.customer}. Without one, all
     * calls are counted together, or as the rule says by the request in which the call is made.
     */
    String key() default "";
}
