package io.weir.spring.internal.method;

import io.weir.spring.internal.settings.InvalidSettingException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.context.expression.MethodBasedEvaluationContext;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.expression.Expression;
import org.springframework.expression.spel.standard.SpelExpressionParser;

/** Computes the key that a call is counted by from its arguments. */
final class MethodKey {

    private static final ParameterNameDiscoverer NAMES = new DefaultParameterNameDiscoverer();
    private static final Object NO_TARGET = new Object();

    private final Method method;
    private final @Nullable Expression expression;

    private MethodKey(Method method, @Nullable Expression expression) {
        this.method = method;
        this.expression = expression;
    }

    static MethodKey of(String text, Method method) {
        if (text.isEmpty()) {
            return new MethodKey(method, null);
        }
        String[] names = NAMES.getParameterNames(method);
        boolean isName = names != null && List.of(names).contains(text);
        String expression = isName ? "#" + text : text;
        if (!expression.contains("#")) {
            throw new InvalidSettingException(
                    "@RateLimited on " + method,
                    "no parameter is named \"" + text + "\"; "
                            + (method.getParameterCount() == 0
                                    ? "the method has no parameters"
                                    : "write one of " + Arrays.toString(names)));
        }
        return new MethodKey(method, new SpelExpressionParser().parseExpression(expression));
    }

    /** Returns the key; null if all calls are counted together. */
    @Nullable
    String of(Object[] arguments) {
        if (expression == null) {
            return null;
        }
        Object value = expression.getValue(new MethodBasedEvaluationContext(NO_TARGET, method, arguments, NAMES));
        String text = String.valueOf(value);
        return text.isEmpty() ? "empty" : text;
    }
}
