package io.weir.benchmarks.memory;

import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** One limiter for each key in a concurrent map, the usual way to use libraries without keys. */
record KeyedLimiters<T>(
        ConcurrentHashMap<String, T> limiters, Supplier<T> maker, Predicate<T> acquire, Consumer<T> giveBack)
        implements Limiters {

    KeyedLimiters(Supplier<T> maker, Predicate<T> acquire, Consumer<T> giveBack) {
        this(new ConcurrentHashMap<>(), maker, acquire, giveBack);
    }

    private T limiter(String key) {
        T limiter = limiters.get(key);
        return limiter != null ? limiter : limiters.computeIfAbsent(key, missing -> maker.get());
    }

    @Override
    public Object check(String key) {
        return acquire.test(limiter(key));
    }

    @Override
    public Object checkAll(String first, String second, String third) {
        T one = limiter(first);
        T two = limiter(second);
        if (!acquire.test(one)) {
            return false;
        }
        if (!acquire.test(two)) {
            giveBack.accept(one);
            return false;
        }
        if (!acquire.test(limiter(third))) {
            giveBack.accept(one);
            giveBack.accept(two);
            return false;
        }
        return true;
    }
}
