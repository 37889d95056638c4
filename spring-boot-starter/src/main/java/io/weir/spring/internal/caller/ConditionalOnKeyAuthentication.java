package io.weir.spring.internal.caller;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;

/** Only if API keys in a database authenticate requests. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ConditionalOnProperty(
        prefix = "rate-limit.guard.keys",
        name = {"enabled", "authenticate"},
        havingValue = "true")
public @interface ConditionalOnKeyAuthentication {}
