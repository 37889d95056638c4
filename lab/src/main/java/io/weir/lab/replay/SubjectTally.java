package io.weir.lab.replay;

/** What became of the requests of one subject under one rule, from its first denial on. */
public final class SubjectTally {

    private final long firstMicros;
    private final String explanation;
    private final int status;
    private final long retryAfterMicros;
    private long denied;
    private long newlyDenied;
    private long allowed;

    SubjectTally(RequestSeen first) {
        firstMicros = first.atMicros();
        explanation = first.verdict().explain();
        status = first.verdict().status();
        retryAfterMicros = first.verdict().retryAfterMicros();
    }

    void addDenied(boolean isNew) {
        denied++;
        newlyDenied += isNew ? 1 : 0;
    }

    void addAllowed() {
        allowed++;
    }

    /** Returns the time of the first denial. */
    public long firstMicros() {
        return firstMicros;
    }

    /** Returns the verdict on the first denied request, in one line. */
    public String explanation() {
        return explanation;
    }

    /** Returns the status that the first denied request would have been answered with. */
    public int status() {
        return status;
    }

    /** Returns how long the first denied request would have been told to wait. */
    public long retryAfterMicros() {
        return retryAfterMicros;
    }

    public long denied() {
        return denied;
    }

    /** Returns how many of the denied requests the policy in force allows. */
    public long newlyDenied() {
        return newlyDenied;
    }

    /** Returns how many requests the rule allowed after the first denial. */
    public long allowed() {
        return allowed;
    }
}
