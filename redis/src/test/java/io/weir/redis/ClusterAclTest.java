package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.cluster.SlotHash;
import io.weir.limit.Limit;
import io.weir.redis.internal.script.KeyName;
import io.weir.store.Charge;
import io.weir.testkit.redis.RedisCluster;
import io.weir.testkit.redis.RedisServer;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The permissions in docs/redis.md are sufficient for a user on a Cluster, even while a slot moves, and each is
 * necessary.
 */
final class ClusterAclTest {

    private static final Charge CHARGE = Charge.of("key", Limit.parse("1000/min"));

    private final RedisCluster cluster = Clusters.shared();
    private final int slot = SlotHash.getSlot(KeyName.of(CHARGE));
    private final RedisServer from = cluster.masterOf(slot);
    private final RedisServer to = cluster.nodes().get(from == cluster.nodes().get(0) ? 1 : 0);

    static String[] documented() {
        return AclTest.documented("ACL SETUSER weir +cluster");
    }

    static String[] rights() {
        return Arrays.copyOfRange(documented(), 3, documented().length);
    }

    @BeforeEach
    void start() {
        cluster.nodes().forEach(node -> {
            node.command("ACL", "DELUSER", "weir");
            node.command(AclTest.documented("ACL SETUSER weir on"));
        });
        from.command("DEL", KeyName.of(CHARGE));
        to.command("CLUSTER", "SETSLOT", "" + slot, "IMPORTING", from.command("CLUSTER", "MYID"));
        from.command("CLUSTER", "SETSLOT", "" + slot, "MIGRATING", to.command("CLUSTER", "MYID"));
    }

    /** The slot stays in its place. */
    @AfterEach
    void end() {
        from.command("CLUSTER", "SETSLOT", "" + slot, "STABLE");
        to.command("CLUSTER", "SETSLOT", "" + slot, "STABLE");
        to.command("FLUSHALL");
    }

    @Test
    void theDocumentedRightsSuffice() {
        cluster.nodes().forEach(node -> node.command(documented()));
        useAll();
    }

    @ParameterizedTest
    @MethodSource("rights")
    void eachRightIsNeeded(String right) {
        String[] others =
                Arrays.stream(documented()).filter(word -> !word.equals(right)).toArray(String[]::new);
        cluster.nodes().forEach(node -> node.command(others));
        assertThatThrownBy(this::useAll).isNotNull();
    }

    private void useAll() {
        String uri = Clusters.uri(cluster).replace("redis-cluster://", "redis-cluster://weir:secret@");
        try (RedisStore store = RedisStore.connect(uri + "?timeout=3s")) {
            assertThat(store.chargeNow(CHARGE).remaining()).isEqualTo(999);
            assertThat(to.command("CLUSTER", "COUNTKEYSINSLOT", "" + slot)).isEqualTo("1");
            AclTest.doAll(store);
        }
    }
}
