package io.weir.spring;

import io.weir.http.Passage;
import io.weir.http.Reply;
import io.weir.http.Responder;
import io.weir.policy.Gate;
import io.weir.policy.Verdict;
import io.weir.store.Store;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;

/** Lets calls of {@link RateLimited} methods through, or not: at once, or as late as what they return says. */
final class RateLimitedInterceptor implements MethodInterceptor {

    private record Limited(MethodLimit limit, MethodKey key) {}

    /** Beans by which a call is limited, asked for at the first call: this is made before most others. */
    record Parts(Gate gate, Store store, Watch watch, Responder responder, CurrentRequest current) {}

    private static final boolean REACTOR =
            ClassUtils.isPresent("reactor.core.publisher.Flux", RateLimitedInterceptor.class.getClassLoader());
    private static final int LONGEST_NAME = 100;

    private final ObjectProvider<Parts> parts;
    private final Map<Method, Limited> byMethod = new ConcurrentHashMap<>();

    RateLimitedInterceptor(ObjectProvider<Parts> parts) {
        this.parts = parts;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        Method method = AopUtils.getMostSpecificMethod(
                invocation.getMethod(),
                invocation.getThis() == null ? null : invocation.getThis().getClass());
        Limited limited = byMethod.computeIfAbsent(method, this::limited);
        String key = limited.key().of(invocation.getArguments());
        Class<?> returned = method.getReturnType();
        if (REACTOR && ReactiveCalls.isReactive(returned)) {
            ProxyMethodInvocation call = (ProxyMethodInvocation) invocation;
            return ReactiveCalls.limited(
                    returned,
                    context -> checked(limited, key, parts.getObject().current().in(context)),
                    () -> call.invocableClone().proceed());
        }
        CompletionStage<Verdict> verdict =
                checked(limited, key, parts.getObject().current().here());
        if (CompletionStage.class.isAssignableFrom(returned) && returned.isAssignableFrom(CompletableFuture.class)) {
            return verdict.thenCompose(allowed -> proceed((ProxyMethodInvocation) invocation));
        }
        hold(await(verdict));
        return invocation.proceed();
    }

    /** What the method says of itself, or else its class. */
    static @Nullable RateLimited annotation(Method method) {
        RateLimited own = AnnotatedElementUtils.findMergedAnnotation(method, RateLimited.class);
        return own != null
                ? own
                : AnnotatedElementUtils.findMergedAnnotation(method.getDeclaringClass(), RateLimited.class);
    }

    /** Throws if calls of that method could not be limited as it says. */
    void require(Method method, boolean reactive) {
        MethodLimit limit = byMethod.computeIfAbsent(method, this::limited).limit();
        boolean late = REACTOR && ReactiveCalls.isReactive(method.getReturnType());
        if (reactive && !late && limit.needsRequest()) {
            throw new InvalidSettingException(
                    "@RateLimited on " + name(method),
                    "its rule counts by the request, which in a reactive application only methods know that return a"
                            + " Mono or a Flux; return one, or say whom to count by key = \"…\"");
        }
    }

    private Limited limited(Method method) {
        RateLimited annotation = annotation(method);
        if (annotation == null) {
            throw new IllegalStateException(method + " is not @RateLimited");
        }
        Parts all = parts.getObject();
        MethodLimit limit = new MethodLimit(annotation, name(method), all.gate(), all.store(), all.watch());
        return new Limited(limit, MethodKey.of(annotation.key(), method));
    }

    private static String name(Method method) {
        String whole = method.getDeclaringClass().getName().replace('$', '.') + "." + method.getName();
        return whole.length() > LONGEST_NAME ? whole.substring(whole.length() - LONGEST_NAME + 1) : whole;
    }

    /** The verdict that lets it go on; fails if it does not. */
    private CompletionStage<Verdict> checked(Limited limited, @Nullable String key, Optional<Passage> passage) {
        return limited.limit().check(key, passage).thenApply(verdict -> {
            if (!verdict.allowed()) {
                Verdict told = limited.limit().told(verdict);
                throw new RateLimitedException(verdict, told, reply(told, passage));
            }
            return verdict;
        });
    }

    /**
     * Tells of the rule that refuses the call. The response may have headers of another rule already; where its passage is known
     * they are replaced there, and not added once more by the reply.
     */
    private Reply reply(Verdict told, Optional<Passage> passage) {
        Responder responder = parts.getObject().responder();
        Reply reply = responder.denied(told);
        Map<String, String> headers = new LinkedHashMap<>(reply.headers());
        told.decidedBy().ifPresent(by -> {
            boolean replaced = passage.isPresent() && passage.get().describeInstead(by);
            responder.describe(by, replaced ? (name, value) -> headers.remove(name) : headers::put);
        });
        return new Reply(reply.status(), headers, reply.body());
    }

    private static Verdict await(CompletionStage<Verdict> verdict) {
        try {
            return verdict.toCompletableFuture().join();
        } catch (CompletionException failure) {
            throw failure.getCause() instanceof RuntimeException cause ? cause : failure;
        }
    }

    /** A call that has to wait its turn in a leaky bucket. */
    private static void hold(Verdict verdict) throws InterruptedException {
        if (verdict.delayMicros() > 0) {
            TimeUnit.MICROSECONDS.sleep(verdict.delayMicros());
        }
    }

    private static CompletionStage<?> proceed(ProxyMethodInvocation invocation) {
        try {
            return (CompletionStage<?>) invocation.invocableClone().proceed();
        } catch (Throwable failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }
}
