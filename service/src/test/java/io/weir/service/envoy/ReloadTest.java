package io.weir.service.envoy;

import static io.weir.service.envoy.ServedEnvoy.descriptor;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.stub.StreamObserver;
import io.micrometer.core.instrument.Counter;
import io.weir.memory.MemoryStore;
import io.weir.policyfile.InvalidPolicyException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes to the folder of files while the service runs, and the health and reflection services. */
final class ReloadTest {

    private static final String LIMIT = "descriptors: [{key: k, rate_limit: {unit: year, requests_per_unit: %d}}]";

    @TempDir
    private Path folder;

    private ServedEnvoy serve() {
        return ServedEnvoy.start(folder, new MemoryStore(), "domain: d", LIMIT.formatted(5));
    }

    private static int limit(ServedEnvoy envoy, String domain) {
        return envoy.ask(domain, descriptor("k", "v"))
                .getStatuses(0)
                .getCurrentLimit()
                .getRequestsPerUnit();
    }

    /** Returns the capacity of the limit by a peek, which takes nothing. */
    private static int peekedLimit(ServedEnvoy envoy) {
        return envoy.ask("d", ServedEnvoy.hits(0, descriptor("k", "v")))
                .getStatuses(0)
                .getCurrentLimit()
                .getRequestsPerUnit();
    }

    private static void write(Path file, String text) throws IOException {
        Path beside = file.resolveSibling(".new");
        Files.writeString(beside, text);
        Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING);
    }

    @Test
    void followsItsFilesAndKeepsItsCounters() throws Exception {
        try (ServedEnvoy envoy = serve()) {
            assertThat(limit(envoy, "d")).isEqualTo(5);
            write(envoy.file("domain.yaml"), "domain: d\n" + LIMIT.formatted(7));
            envoy.readsItsFilesAgain();
            assertThat(peekedLimit(envoy)).isEqualTo(7);
            assertThat(envoy.ask("d", descriptor("k", "v")).getStatuses(0).getLimitRemaining())
                    .isEqualTo(5);
            write(envoy.file("second.yml"), "domain: e\n" + LIMIT.formatted(9));
            envoy.readsItsFilesAgain();
            assertThat(limit(envoy, "e")).isEqualTo(9);
        }
    }

    @Test
    void keepsTheOldLimitsWhenAFileIsWrongAndSaysWhy() throws Exception {
        try (ServedEnvoy envoy = serve()) {
            write(envoy.file("second.yml"), "domain: d\n" + LIMIT.formatted(9));
            envoy.readsItsFilesAgain();
            assertThat(envoy.serving().state().problem()).isNotNull();
            assertThat(envoy.serving().state().problem())
                    .contains("second.yml:1:9: the domain \"d\" is already defined in", "domain.yaml");
            assertThat(limit(envoy, "d")).isEqualTo(5);
            assertThat(health(envoy, "ratelimit")).isEqualTo(ServingStatus.SERVING);
            write(envoy.file("second.yml"), "domain: e\n" + LIMIT.formatted(9));
            envoy.readsItsFilesAgain();
            assertThat(envoy.serving().state().problem()).isNull();
            assertThat(limit(envoy, "e")).isEqualTo(9);
        }
    }

    @Test
    void keepsTheOldLimitsWhenAllFilesAreGone() throws Exception {
        try (ServedEnvoy envoy = serve()) {
            Files.delete(envoy.file("domain.yaml"));
            envoy.readsItsFilesAgain();
            assertThat(envoy.serving().state().problem()).isNotNull();
            assertThat(limit(envoy, "d")).isEqualTo(5);
        }
    }

    @Test
    void ignoresHiddenFilesAndFolders() throws Exception {
        Files.writeString(folder.resolve(".hidden.yaml"), "no YAML: [");
        Files.createDirectory(folder.resolve("folder.yaml"));
        Files.writeString(Files.createDirectory(folder.resolve("..2026_01_01")).resolve("old.yaml"), "no YAML: [");
        Files.createSymbolicLink(folder.resolve("..data"), Path.of("nowhere"));
        try (ServedEnvoy envoy = serve()) {
            assertThat(limit(envoy, "d")).isEqualTo(5);
        }
    }

    @Test
    void readsFilesOfAnyNameAndInSubfolders() throws Exception {
        Files.writeString(folder.resolve("plain"), "domain: plain\n" + LIMIT.formatted(6));
        Path below = Files.createDirectories(folder.resolve("team/shop"));
        Files.writeString(below.resolve("limits.conf"), "domain: below\n" + LIMIT.formatted(7));
        try (ServedEnvoy envoy = serve()) {
            assertThat(limit(envoy, "plain")).isEqualTo(6);
            assertThat(limit(envoy, "below")).isEqualTo(7);
            write(below.resolve("notes.txt"), "no domain");
            envoy.readsItsFilesAgain();
            assertThat(envoy.serving().state().problem()).isNotNull();
            assertThat(envoy.serving().publicProblem()).contains("team/shop/notes.txt:1:1: ");
            assertThat(limit(envoy, "below")).isEqualTo(7);
        }
    }

    @Test
    void readsTheSubfoldersOfAConfigMapThroughItsLinks() throws Exception {
        Path version = Files.createDirectories(folder.resolve("..2026_01_01/team"));
        Files.writeString(version.resolve("shop.yaml"), "domain: linked\n" + LIMIT.formatted(8));
        Files.createSymbolicLink(folder.resolve("..data"), Path.of("..2026_01_01"));
        Files.createSymbolicLink(folder.resolve("team"), Path.of("..data/team"));
        try (ServedEnvoy envoy = serve()) {
            assertThat(limit(envoy, "linked")).isEqualTo(8);
        }
    }

    @Test
    void removesTheMetersOfLimitsThatAreGone() throws Exception {
        Files.writeString(folder.resolve("second.yaml"), "domain: gone\n" + LIMIT.formatted(6));
        try (ServedEnvoy envoy = serve()) {
            limit(envoy, "d");
            limit(envoy, "gone");
            assertThat(metersOf(envoy, "gone")).hasSize(3);
            Files.delete(folder.resolve("second.yaml"));
            envoy.readsItsFilesAgain();
            assertThat(metersOf(envoy, "gone")).isEmpty();
            assertThat(metersOf(envoy, "d"))
                    .hasSize(3)
                    .extracting(Counter::count)
                    .contains(1.0);
        }
    }

    private static Collection<Counter> metersOf(ServedEnvoy envoy, String domain) {
        return envoy.registry()
                .find("rate_limiter.envoy.descriptors")
                .tag("domain", domain)
                .counters();
    }

    @Test
    void doesNotStartWithWrongFiles() throws Exception {
        Files.writeString(folder.resolve("a.yml"), "domain: ''");
        assertThatThrownBy(this::serve)
                .isInstanceOf(InvalidPolicyException.class)
                .hasMessageContaining("a.yml:1:9");
    }

    @Test
    void isUnavailableUntilFilesAreLoaded() throws Exception {
        try (ServedEnvoy envoy = ServedEnvoy.startEmpty(folder, new MemoryStore())) {
            StatusRuntimeException refused =
                    catchThrowableOfType(StatusRuntimeException.class, () -> envoy.ask("d", descriptor("k", "v")));
            assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
            assertThat(refused.getStatus().getDescription()).isEqualTo("no rate limit configuration loaded");
            assertThat(health(envoy, "")).isEqualTo(ServingStatus.NOT_SERVING);
            write(folder.resolve("a.yaml"), "domain: d\n" + LIMIT.formatted(5));
            envoy.readsItsFilesAgain();
            assertThat(health(envoy, "")).isEqualTo(ServingStatus.SERVING);
            assertThat(limit(envoy, "d")).isEqualTo(5);
        }
    }

    private static ServingStatus health(ServedEnvoy envoy, String service) {
        return HealthGrpc.newBlockingStub(envoy.channel())
                .check(HealthCheckRequest.newBuilder().setService(service).build())
                .getStatus();
    }

    @Test
    void answersHealthChecks() {
        try (ServedEnvoy envoy = serve()) {
            assertThat(health(envoy, "")).isEqualTo(ServingStatus.SERVING);
            assertThat(health(envoy, "ratelimit")).isEqualTo(ServingStatus.SERVING);
        }
    }

    @Test
    void describesItselfByReflection() throws Exception {
        try (ServedEnvoy envoy = serve()) {
            CompletableFuture<ServerReflectionResponse> answer = new CompletableFuture<>();
            StreamObserver<ServerReflectionRequest> asking = ServerReflectionGrpc.newStub(envoy.channel())
                    .serverReflectionInfo(new StreamObserver<>() {
                        @Override
                        public void onNext(ServerReflectionResponse response) {
                            answer.complete(response);
                        }

                        @Override
                        public void onError(Throwable failure) {
                            answer.completeExceptionally(failure);
                        }

                        @Override
                        public void onCompleted() {}
                    });
            asking.onNext(
                    ServerReflectionRequest.newBuilder().setListServices("").build());
            assertThat(answer.get(30, TimeUnit.SECONDS)
                            .getListServicesResponse()
                            .getServiceList())
                    .extracting("name")
                    .contains("envoy.service.ratelimit.v3.RateLimitService", "grpc.health.v1.Health");
            asking.onCompleted();
        }
    }
}
