package io.weir.guard.audit;

/** Says that the rows up to one were pruned on purpose: the chain goes on after it. */
public record AuditCheckpoint(AuditHead pruned, String signature) {}
