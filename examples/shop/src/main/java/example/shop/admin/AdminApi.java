package example.shop.admin;

import io.weir.guard.block.Block;
import java.security.Principal;
import java.time.Instant;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** The same for the programs of administrators. */
@RestController
final class AdminApi {

    record OrderSummary(long id, long account, String state, int cents) {}

    record KeySummary(String id, String name, String owner) {}

    record BlockSummary(String subject, Instant until, String by) {

        static BlockSummary of(Block block) {
            return new BlockSummary(block.subject().toString(), block.until(), block.by());
        }
    }

    private final Overview overview;

    AdminApi(Overview overview) {
        this.overview = overview;
    }

    @GetMapping("/api/v1/admin/orders")
    List<OrderSummary> orders() {
        return overview.orders().stream()
                .map(order -> new OrderSummary(
                        order.id(), order.account(), order.state().word(), order.cents()))
                .toList();
    }

    @GetMapping("/api/v1/admin/keys")
    List<KeySummary> keys() {
        return overview.keys().stream()
                .map(details -> details.key())
                .map(key ->
                        new KeySummary(key.id(), key.terms().name(), key.terms().owner()))
                .toList();
    }

    @DeleteMapping("/api/v1/admin/keys/{id}")
    void revoke(@PathVariable("id") String id, Principal who) {
        overview.revokeKey(id, who.getName());
    }

    @GetMapping("/api/v1/admin/blocks")
    List<BlockSummary> blocks() {
        return overview.blocks().stream().map(BlockSummary::of).toList();
    }

    /** Rows of the audit, each a JSON object. */
    @GetMapping(path = "/api/v1/admin/audit", produces = MediaType.APPLICATION_JSON_VALUE)
    String audit() {
        return overview.audit().stream().map(row -> row.json()).toList().toString();
    }
}
