package example.shop.admin;

import example.shop.orders.Order;
import example.shop.orders.Orders;
import io.weir.guard.audit.AuditFilter;
import io.weir.guard.audit.AuditLog;
import io.weir.guard.audit.AuditRow;
import io.weir.guard.block.Block;
import io.weir.guard.block.BlockRegistry;
import io.weir.guard.jdbc.GuardDatabase;
import io.weir.guard.key.KeyState;
import io.weir.guard.key.admin.ChangeOrigin;
import io.weir.guard.key.admin.KeyAdministration;
import io.weir.guard.key.admin.KeyDetails;
import io.weir.guard.key.admin.KeyQuery;
import io.weir.policy.rule.Subject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.springframework.stereotype.Component;

/** What administrators may see and do. */
@Component
final class Overview {

    private static final int ROWS = 50;

    private final Orders orders;
    private final KeyAdministration keys;
    private final BlockRegistry blocks;
    private final AuditLog audit;

    Overview(Orders orders, KeyAdministration keys, BlockRegistry blocks, GuardDatabase database) {
        this.orders = orders;
        this.keys = keys;
        this.blocks = blocks;
        this.audit = database.audit();
    }

    List<Order> orders() {
        return orders.newest();
    }

    List<KeyDetails> keys() {
        return keys.list(KeyQuery.ALL.withState(KeyState.ACTIVE));
    }

    void revokeKey(String id, String admin) {
        keys.revoke(id, ChangeOrigin.of("user:" + admin));
    }

    List<Block> blocks() {
        return blocks.inForce();
    }

    void endBlock(Subject subject, String admin) {
        blocks.remove(subject, "user:" + admin).toCompletableFuture().join();
    }

    /** Returns the last rows of the audit, newest first. */
    List<AuditRow> audit() {
        long last = audit.head().seq();
        List<AuditRow> rows = new ArrayList<>(audit.read(AuditFilter.ALL, Math.max(0, last - ROWS), ROWS));
        Collections.reverse(rows);
        return rows;
    }
}
