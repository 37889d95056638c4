package io.weir.live;

/** Keeps a policy in force that may change at any time. */
public sealed interface PolicySource extends AutoCloseable permits LivePolicy, WatchedPolicy {

    Standing standing();

    Reloads reloads();

    /** Whether there is a policy that could not be read since the start, so that no rule of it is in force. */
    boolean isUnread();

    /** From now on nothing changes any more. */
    @Override
    void close();
}
