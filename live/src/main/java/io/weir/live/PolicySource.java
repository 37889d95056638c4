package io.weir.live;

/** Keeps a policy in force that may change at any time. */
public sealed interface PolicySource extends AutoCloseable permits LivePolicy, WatchedPolicy {

    Standing standing();

    Reloads reloads();

    /** From now on nothing changes any more. */
    @Override
    void close();
}
