package io.weir.live;

/** Keeps a policy in force that may change at any time. Implementations are thread-safe. */
public sealed interface FollowedPolicy extends AutoCloseable permits LivePolicy, WatchedPolicy {

    PolicyStatus status();

    ReloadCounts reloads();

    /**
     * Returns whether there is a policy, but no version of it could be read since the start, so that no rule is in
     * force.
     */
    boolean isUnread();

    /** Stops following; the policy in force stays in force. */
    @Override
    void close();
}
