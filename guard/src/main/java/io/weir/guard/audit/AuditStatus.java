package io.weir.guard.audit;

/**
 * How writing the audit goes.
 *
 * @param queued events that wait to be written
 * @param dropped events that found the queue full since the process started
 * @param failing whether the last attempt to write failed
 */
public record AuditStatus(int queued, long dropped, boolean failing) {}
