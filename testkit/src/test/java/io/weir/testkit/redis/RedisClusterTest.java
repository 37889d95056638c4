package io.weir.testkit.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RedisClusterTest {

    private static RedisCluster cluster;

    @BeforeAll
    static void start() {
        cluster = RedisCluster.start("--maxmemory", "30mb");
    }

    @AfterAll
    static void stop() {
        cluster.close();
        assertThat(cluster.nodes())
                .noneMatch(node -> ProcessHandle.of(node.pid()).isPresent());
        assertThat(cluster.nodes()).noneMatch(node -> node.folder().toFile().exists());
    }

    @BeforeEach
    void bringAllBack() {
        cluster.nodes().stream().filter(node -> !node.isRunning()).forEach(RedisServer::restart);
        cluster.awaitHealth();
    }

    @Test
    void hasThreeMastersWithAReplicaEach() {
        assertThat(cluster.nodes()).hasSize(6);
        assertThat(cluster.uris()).hasSize(6).contains(cluster.nodes().get(5).uri());
        assertThat(masters())
                .hasSize(3)
                .allMatch(node ->
                        node.field("connected_slaves", "INFO", "replication").equals("1"));
        assertThat(cluster.nodes())
                .allMatch(node -> node.command("CONFIG", "GET", "maxmemory").endsWith("31457280"));
    }

    @Test
    void findsTheMasterOfAKey() {
        RedisServer master = cluster.masterOf("key");
        assertThat(master.command("SET", "key", "value")).isEqualTo("OK");
        assertThat(cluster.masterOf(12_539)).isSameAs(master);
        RedisServer other = anotherMaster(master);
        assertThatIllegalStateException()
                .isThrownBy(() -> other.command("GET", "key"))
                .withMessageContaining("MOVED 12539 127.0.0.1:" + master.port());
    }

    @Test
    void promotesTheReplicaOfAKilledMaster() {
        RedisServer dead = cluster.masterOf("key");
        cluster.kill(dead);
        cluster.awaitHealth();
        RedisServer heir = cluster.masterOf("key");
        assertThat(heir).isNotSameAs(dead);
        assertThat(heir.command("SET", "key", "again")).isEqualTo("OK");
        dead.restart();
        cluster.awaitHealth();
        assertThat(cluster.masterOf("key")).isSameAs(heir);
        assertThat(dead.field("role", "INFO", "replication")).isEqualTo("slave");
    }

    @Test
    void movesASlotWithItsKeys() {
        RedisServer from = cluster.masterOf("{slot}");
        RedisServer to = anotherMaster(from);
        int slot = Integer.parseInt(from.command("CLUSTER", "KEYSLOT", "{slot}"));
        for (int i = 0; i < 250; i++) {
            from.command("SET", "{slot}" + i, "value " + i);
        }
        cluster.migrate(slot, from, to);
        assertThat(cluster.masterOf(slot)).isSameAs(to);
        assertThat(to.command("GET", "{slot}249")).isEqualTo("value 249");
        assertThat(to.command("CLUSTER", "COUNTKEYSINSLOT", "" + slot)).isEqualTo("250");
        assertThat(from.command("CLUSTER", "COUNTKEYSINSLOT", "" + slot)).isEqualTo("0");
        assertThatIllegalStateException()
                .isThrownBy(() -> from.command("GET", "{slot}249"))
                .withMessageContaining("MOVED");
    }

    private static List<RedisServer> masters() {
        return cluster.nodes().stream()
                .filter(node -> node.field("role", "INFO", "replication").equals("master"))
                .toList();
    }

    private static RedisServer anotherMaster(RedisServer master) {
        return masters().stream().filter(node -> node != master).findFirst().orElseThrow();
    }
}
