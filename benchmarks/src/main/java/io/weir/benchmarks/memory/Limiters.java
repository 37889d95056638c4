package io.weir.benchmarks.memory;

/** A limit on many keys, as a contender does it. */
public interface Limiters {

    /** Asks for one permit, and returns whatever the contender answers. */
    Object check(String key);

    /** Asks for one permit of each of three keys, all or none. */
    Object checkAll(String first, String second, String third);
}
