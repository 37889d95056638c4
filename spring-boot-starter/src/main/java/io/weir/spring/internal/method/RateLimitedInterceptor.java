package io.weir.spring.internal.method;

import io.weir.http.GatedRequest;
import io.weir.http.Refusal;
import io.weir.http.Responder;
import io.weir.policy.Gate;
import io.weir.policy.Verdict;
import io.weir.spring.RateLimited;
import io.weir.spring.RateLimitedException;
import io.weir.spring.internal.gate.GateObservers;
import io.weir.spring.internal.settings.InvalidSettingException;
import io.weir.spring.internal.web.CurrentRequest;
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

/** Checks calls of {@link RateLimited} methods; asynchronously if the method returns a publisher or a future. */
final class RateLimitedInterceptor implements MethodInterceptor {

    private record Limited(MethodLimit limit, MethodKey key) {}

    /** The beans that are needed to check a call. They are looked up at the first call, because Spring creates interceptors early. */
    record Parts(Gate gate, Store store, GateObservers observers, Responder responder, CurrentRequest current) {}

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
                    gated -> checked(
                            limited,
                            key,
                            gated.or(() -> parts.getObject().current().here())),
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

    /** Returns the annotation of the method, or else of its class. */
    static @Nullable RateLimited annotation(Method method) {
        RateLimited own = AnnotatedElementUtils.findMergedAnnotation(method, RateLimited.class);
        return own != null
                ? own
                : AnnotatedElementUtils.findMergedAnnotation(method.getDeclaringClass(), RateLimited.class);
    }

    /** Throws if the annotation of a method is invalid. */
    void require(Method method, boolean reactive) {
        MethodLimit limit = byMethod.computeIfAbsent(method, this::limited).limit();
        boolean late = REACTOR && ReactiveCalls.isReactive(method.getReturnType());
        if (reactive && !late && limit.needsRequest()) {
            throw new InvalidSettingException(
                    "@RateLimited on " + name(method),
                    "its rule counts by the request, which a reactive application knows only in methods that return a"
                            + " Mono or a Flux; return one of them, or write key = \"…\" to count by a parameter");
        }
    }

    private Limited limited(Method method) {
        RateLimited annotation = annotation(method);
        if (annotation == null) {
            throw new IllegalStateException(method + " is not @RateLimited");
        }
        Parts all = parts.getObject();
        MethodLimit limit = new MethodLimit(annotation, name(method), all.gate(), all.store(), all.observers());
        return new Limited(limit, MethodKey.of(annotation.key(), method));
    }

    private static String name(Method method) {
        String whole = method.getDeclaringClass().getName().replace('$', '.') + "." + method.getName();
        return whole.length() > LONGEST_NAME ? whole.substring(whole.length() - LONGEST_NAME + 1) : whole;
    }

    /** Completes with the verdict if the call is allowed, and fails with {@link RateLimitedException} otherwise. */
    private CompletionStage<Verdict> checked(Limited limited, @Nullable String key, Optional<GatedRequest> gated) {
        return limited.limit().check(key, gated).thenApply(verdict -> {
            if (!verdict.allowed()) {
                Verdict shown = limited.limit().shown(verdict);
                throw new RateLimitedException(verdict, shown, refusal(shown, gated));
            }
            return verdict;
        });
    }

    /**
     * Describes the rule that denies the call. The response may already carry headers of another rule; if the current request is
     * known, they are replaced there and are not added a second time.
     */
    private Refusal refusal(Verdict shown, Optional<GatedRequest> gated) {
        Responder responder = parts.getObject().responder();
        Refusal refusal = responder.refusal(shown);
        Map<String, String> headers = new LinkedHashMap<>(refusal.headers());
        shown.decidedBy().ifPresent(by -> {
            boolean replaced = gated.isPresent() && gated.get().describeInstead(by);
            responder.describe(by, replaced ? (name, value) -> headers.remove(name) : headers::put);
        });
        return new Refusal(refusal.status(), headers, refusal.body());
    }

    private static Verdict await(CompletionStage<Verdict> verdict) {
        try {
            return verdict.toCompletableFuture().join();
        } catch (CompletionException failure) {
            throw failure.getCause() instanceof RuntimeException cause ? cause : failure;
        }
    }

    /** Blocks until the turn of a call in a leaky bucket comes. */
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
