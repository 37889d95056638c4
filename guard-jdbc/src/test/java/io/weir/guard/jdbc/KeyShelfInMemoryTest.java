package io.weir.guard.jdbc;

import io.weir.guard.audit.AuditLog;
import io.weir.guard.key.spi.KeyShelf;
import io.weir.guard.memory.MemoryAuditLog;
import io.weir.guard.memory.MemoryShelf;

final class KeyShelfInMemoryTest extends KeyShelfContract {

    private final MemoryAuditLog log = new MemoryAuditLog(CHAIN, "node");
    private final MemoryShelf shelf = new MemoryShelf(log);

    @Override
    KeyShelf shelf() {
        return shelf;
    }

    @Override
    AuditLog log() {
        return log;
    }
}
