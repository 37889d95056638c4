package io.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.envoyproxy.envoy.extensions.common.ratelimit.v3.RateLimitDescriptor;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitRequest;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitServiceGrpc;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import io.weir.cli.command.ExitCode;
import io.weir.cli.command.SettingsFile;
import io.weir.metrics.subjects.SubjectNames;
import io.weir.service.ServiceSettings;
import io.weir.service.WeirService;
import io.weir.service.access.Access;
import io.weir.service.envoy.EnvoySettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** The whole service, including the port for Envoy. */
final class ServedToEnvoyTest {

    private static final Access ACCESS = new Access("admin-secret", Optional.of("check-secret"));
    private static final String TOKEN = "Bearer check-secret";
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir
    private static Path folder;

    private static WeirService service;
    private static ManagedChannel channel;

    @BeforeAll
    static void start() throws IOException {
        Files.writeString(
                folder.resolve("shop.yaml"),
                "domain: shop\ndescriptors: [{key: k, rate_limit: {unit: year, requests_per_unit: 1}}]");
        EnvoySettings settings = new EnvoySettings(folder, "127.0.0.1", 0, true, ACCESS::mayCheck);
        service = WeirService.start(new ServiceSettings(0, "127.0.0.1", ACCESS), Optional.of(settings));
        channel = NettyChannelBuilder.forAddress(
                        "127.0.0.1", service.envoy().orElseThrow().port())
                .usePlaintext()
                .build();
    }

    @AfterAll
    static void stop() {
        channel.shutdownNow();
        service.close();
    }

    private static HttpResponse<String> json(String body, String authorization) throws Exception {
        return CLIENT.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + "/json"))
                        .header("Authorization", authorization)
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static HttpResponse<String> json(String body) throws Exception {
        return json(body, TOKEN);
    }

    private static String get(String path) throws Exception {
        HttpResponse<String> response = CLIENT.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + path))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        return response.statusCode() + " " + response.body();
    }

    private static RateLimitResponse ask(String value, String... authorizations) {
        Metadata headers = new Metadata();
        for (String authorization : authorizations) {
            headers.put(Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), authorization);
        }
        return RateLimitServiceGrpc.newBlockingStub(channel)
                .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers))
                .shouldRateLimit(RateLimitRequest.newBuilder()
                        .setDomain("shop")
                        .addDescriptors(RateLimitDescriptor.newBuilder()
                                .addEntries(RateLimitDescriptor.Entry.newBuilder()
                                        .setKey("k")
                                        .setValue(value)))
                        .build());
    }

    @Test
    void jsonIsAcceptedByPostOnly() throws Exception {
        assertThat(get("/json")).startsWith("405 ").contains("\"detail\":\"send POST\"");
        assertThat(get("/json/x")).startsWith("404 ").contains("\"title\":\"Not Found\"");
    }

    @Test
    void answersInJson() throws Exception {
        String request =
                "{\"domain\": \"shop\", \"descriptors\": [{\"entries\": [{\"key\": \"k\", \"value\": \"json\"}]}]}";
        HttpResponse<String> first = json(request);
        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(first.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(first.body())
                .startsWith("{\"overallCode\":\"OK\",\"statuses\":[{\"code\":\"OK\","
                        + "\"currentLimit\":{\"requestsPerUnit\":1,\"unit\":\"YEAR\"},\"durationUntilReset\":\"");
        HttpResponse<String> second = json(request);
        assertThat(second.statusCode()).isEqualTo(429);
        assertThat(second.body())
                .contains("\"overallCode\":\"OVER_LIMIT\"", "{\"key\":\"RateLimit-Remaining\",\"value\":\"0\"}");
    }

    @Test
    void rejectsJsonThatIsNoRequest() throws Exception {
        for (String body : new String[] {"", "{", "[]", "{\"domian\": \"shop\"}", "{\"domain\": 5, \"x\": {}}"}) {
            HttpResponse<String> refused = json(body);
            assertThat(refused.statusCode()).as(body).isEqualTo(400);
            assertThat(refused.body()).as(body).doesNotContain("Exception", "io.weir");
        }
        assertThat(json("{\"domain\": \"shop\"}").body()).isEqualTo("rate limit descriptor list must not be empty");
        assertThat(json("{}", "Bearer wrong").statusCode()).isEqualTo(401);
    }

    @Test
    void rejectsJsonThatIsTooLong() throws Exception {
        HttpResponse<String> refused = json(" ".repeat(300_000));
        assertThat(refused.statusCode()).isEqualTo(413);
        assertThat(refused.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(refused.body()).contains("\"status\":413", "\"detail\":\"send at most 262144 bytes as the body\"");
    }

    @Test
    void rejectsARequestWithTwoTokens() throws Exception {
        for (String[] both : new String[][] {{TOKEN, "Bearer wrong"}, {"Bearer wrong", TOKEN}, {TOKEN, TOKEN}}) {
            StatusRuntimeException refused =
                    catchThrowableOfType(StatusRuntimeException.class, () -> ask("two tokens", both));
            assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.UNAUTHENTICATED);
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + "/json"))
                    .header("Authorization", both[0])
                    .header("Authorization", both[1])
                    .POST(HttpRequest.BodyPublishers.ofString("{}"))
                    .build();
            assertThat(CLIENT.send(request, HttpResponse.BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(401);
        }
    }

    @Test
    void logsNothingOfCallsThatClientsAbandon() {
        assertThat(LoggerFactory.getLogger("io.grpc.netty.shaded.io.grpc.netty.NettyServerHandler")
                        .isWarnEnabled())
                .isFalse();
    }

    @Test
    void saysThatItIsHealthy() throws Exception {
        assertThat(get("/healthcheck")).isEqualTo("200 OK");
        assertThat(get("/actuator/health")).startsWith("200 ");
    }

    @Test
    void requiresTheCheckTokenOverGrpcToo() {
        assertThat(ask("token", TOKEN).getOverallCode()).isEqualTo(RateLimitResponse.Code.OK);
        StatusRuntimeException refused =
                catchThrowableOfType(StatusRuntimeException.class, () -> ask("token", "Bearer wrong"));
        assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.UNAUTHENTICATED);
        assertThat(refused.getStatus().getDescription()).isEqualTo("send the token as authorization: Bearer …");
    }

    @Test
    void countsInTheMetersOfTheService() throws Exception {
        ask("meters", TOKEN);
        assertThat(get("/actuator/prometheus"))
                .contains(
                        "rate_limiter_requests_total{algorithm=\"fixed_window\"",
                        "rate_limiter_envoy_descriptors_total{");
    }

    @Test
    void showsHashesOfItsSubjectsToAdministrators() throws Exception {
        ask("hot", TOKEN);
        ask("hot", TOKEN);
        HttpResponse<String> top = CLIENT.send(
                HttpRequest.newBuilder(
                                URI.create("http://127.0.0.1:" + service.port() + "/api/v1/subjects/top?limit=100"))
                        .header("Authorization", "Bearer admin-secret")
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(top.body().substring(top.body().indexOf("\"rejected\"")))
                .contains(SubjectNames.HASHED.of("k:hot"))
                .doesNotContain("hot");
    }

    private final StringWriter err = new StringWriter();

    private int serve(Path data, String... options) {
        String[] all = new String[options.length + 3];
        all[0] = "serve";
        all[1] = "--port=0";
        all[2] = "--data-dir=" + data;
        System.arraycopy(options, 0, all, 3, options.length);
        return Weir.commandLine(new SettingsFile(Map.of(), Path.of("no-such-file.yml")))
                .setErr(new PrintWriter(err))
                .execute(all);
    }

    @Test
    void saysWhichOptionIsWrong(@TempDir Path data) throws IOException {
        assertThat(serve(data, "--envoy-config=" + data.resolve("none"))).isEqualTo(2);
        assertThat(err.toString()).contains("--envoy-config must be a folder of files, but", "none is none");
        assertThat(serve(data, "--envoy-config=" + folder, "--grpc-port=70000")).isEqualTo(2);
        assertThat(err.toString()).contains("--grpc-port must be from 0 to 65535, but was 70000");
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(serve(data, "--envoy-config=" + folder, "--grpc-port=" + taken.getLocalPort()))
                    .isEqualTo(ExitCode.NOT_NOW.number());
            assertThat(err.toString()).contains("choose another with --grpc-port");
        }
        Path broken = Files.createDirectory(data.resolve("envoy"));
        Files.writeString(broken.resolve("bad.yaml"), "domain: ''");
        assertThat(serve(data, "--envoy-config=" + broken)).isEqualTo(2);
        assertThat(err.toString()).contains("bad.yaml:1:9: the name of a domain is expected here");
    }
}
