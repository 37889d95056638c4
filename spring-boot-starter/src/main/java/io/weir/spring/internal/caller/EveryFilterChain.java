package io.weir.spring.internal.caller;

import java.util.function.UnaryOperator;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Changes every filter chain of Spring Security, which makes a new builder for each.
 *
 * @param builder the type of the builders
 */
public record EveryFilterChain<B>(Class<B> builder, UnaryOperator<B> change) implements BeanPostProcessor {

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        return builder.isInstance(bean) ? change.apply(builder.cast(bean)) : bean;
    }
}
