package io.weir.benchmarks.memory;

/** A limit on many keys, implemented by a contender. */
public interface Limiters {

    /** Requests one permit, and returns the answer of the contender. */
    Object check(String key);

    /** Requests one permit of each of three keys, and takes all or none. */
    Object checkAll(String first, String second, String third);
}
