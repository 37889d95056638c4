package io.weir.lab.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.classify.Cidr;
import io.weir.classify.IpAddress;
import io.weir.classify.TrustedProxies;
import io.weir.lab.traffic.Arrival;
import io.weir.policy.rule.Request;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class LogFormatsTest {

    private static final String COMBINED_LINE =
            "203.0.113.9 - anna [19/Nov/2026:14:02:11 +0100] \"POST /api/v1/login?next=%2F HTTP/1.1\" 401 32 \"-\""
                    + " \"curl/8\"";

    private static List<Arrival> read(LogOptions options, String... lines) throws IOException {
        List<Arrival> arrivals = new ArrayList<>();
        traffic(options, lines).forEach(arrivals::add);
        return arrivals;
    }

    private static LogTraffic traffic(LogOptions options, String... lines) {
        InputStream log = new ByteArrayInputStream((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
        return new LogTraffic(List.of(Path.of("-")), options, log);
    }

    private static Arrival guessed(String... lines) throws IOException {
        return read(LogOptions.GUESSING, lines).get(0);
    }

    private static void assertIs(Arrival arrival, String time, String methodAndPath, int status) {
        Request request = arrival.request();
        assertThat(Instant.EPOCH.plus(arrival.atMicros(), ChronoUnit.MICROS)).isEqualTo(Instant.parse(time));
        assertThat(request.method() + " " + request.path()).isEqualTo(methodAndPath);
        assertThat(arrival.status()).isEqualTo(status);
        assertThat(request.address()).isEqualTo(IpAddress.parse("203.0.113.9"));
    }

    @Test
    void combinedIsGuessed() throws IOException {
        Arrival arrival = guessed(COMBINED_LINE);
        assertIs(arrival, "2026-11-19T13:02:11Z", "POST /api/v1/login", 401);
        assertThat(arrival.request().caller().user()).contains("anna");
        assertThat(arrival.agent()).isNotZero();
    }

    @Test
    void commonIsGuessedAndNotTakenForCombined() throws IOException {
        LogTraffic traffic =
                traffic(LogOptions.GUESSING, "203.0.113.9 - - [19/Nov/2026:14:02:11 +0000] \"GET / HTTP/1.1\" 200 32");
        traffic.forEach(arrival -> assertIs(arrival, "2026-11-19T14:02:11Z", "GET /", 200));
        assertThat(traffic.said()).startsWith("-: common");
        LogTraffic combined = traffic(LogOptions.GUESSING, COMBINED_LINE);
        combined.forEach(arrival -> {});
        assertThat(combined.said()).startsWith("-: combined");
    }

    @Test
    void aLogFormatOfNginxTellsWhenTheRequestBegan() throws IOException {
        LogOptions options = LogOptions.GUESSING.withFormat(
                "$remote_addr [$time_iso8601] \"$request_method $scheme://$host$request_uri\" $status $msec"
                        + " $request_time \"$http_x_device\"");
        assertThatThrownBy(() -> read(options, "x")).hasMessageContaining("$host and $request_uri stand side by side");
        Arrival arrival = read(
                        options.withFormat("$remote_addr \"$request\" $status $msec $request_time \"$http_x_device\"")
                                .withMapping(Mapping.of(Map.of("header.X-Device", "$http_x_device"))),
                        "203.0.113.9 \"GET /a%20b HTTP/2.0\" 200 1795096931.250 0.125 \"a\\x22b\"")
                .get(0);
        assertIs(arrival, "2026-11-19T14:02:11.125Z", "GET /a b", 200);
        assertThat(arrival.tookMicros()).isEqualTo(125_000);
        assertThat(arrival.request().header("x-device")).contains("a\"b");
    }

    @Test
    void aLogFormatOfApacheIsTranslated() throws IOException {
        LogOptions options = LogOptions.GUESSING.withFormat(
                "%h %l %u %t \\\"%r\\\" %>s %b \\\"%{Referer}i\\\" \\\"%{User-Agent}i\\\" %D");
        Arrival arrival = read(
                        options,
                        "203.0.113.9 - - [19/Nov/2026:14:02:11 +0000] \"GET /x HTTP/1.1\" 200 1 \"-\" \"say \\\"hi\\\""
                                + " there\" 2500")
                .get(0);
        assertIs(arrival, "2026-11-19T14:02:11Z", "GET /x", 200);
        assertThat(arrival.tookMicros()).isEqualTo(2_500);
    }

    @Test
    void envoysDefaultFormatIsGuessedAndItsOwnTextIsTranslated() throws IOException {
        String line = "[2026-11-19T14:02:11.125Z] \"GET /x?y=1 HTTP/1.1\" 200 - 0 5 17 16 \"198.51.100.1, 203.0.113.9\""
                + " \"curl\" \"id\" \"shop.example\" \"10.0.0.1:80\"";
        Arrival arrival = guessed(line);
        assertIs(arrival, "2026-11-19T14:02:11.125Z", "GET /x", 200);
        assertThat(arrival.request().host()).isEqualTo("shop.example");
        Arrival other = read(
                        LogOptions.GUESSING.withFormat("%START_TIME% %DOWNSTREAM_REMOTE_ADDRESS% %REQ(:METHOD)%"
                                + " %REQ(X-ENVOY-ORIGINAL-PATH?:PATH)% %RESPONSE_CODE% %DURATION%"),
                        "2026-11-19T14:02:11.125Z 203.0.113.9:5123 GET /x 503 12")
                .get(0);
        assertIs(other, "2026-11-19T14:02:11.125Z", "GET /x", 503);
        assertThat(other.tookMicros()).isEqualTo(12_000);
    }

    @Test
    void aLoadBalancerOfAmazonIsGuessed() throws IOException {
        assertIs(
                guessed("https 2026-11-19T14:02:12.000000Z app/my-lb/50dc 203.0.113.9:2817 10.0.0.1:80 0.000 0.001"
                        + " 0.000 200 200 34 366 \"GET https://www.example.com:443/a/b?c HTTP/1.1\""
                        + " \"curl/7.46.0\" TLS TLSv1.3 arn:aws:x \"Root=1-58\" \"www.example.com\" \"arn:c\" 0"
                        + " 2026-11-19T14:02:11.364000Z \"forward\" \"-\" \"-\" \"10.0.0.1:80\" \"200\" \"-\""
                        + " \"-\" TID_1"),
                "2026-11-19T14:02:11.364Z",
                "GET /a/b",
                200);
    }

    @Test
    void cloudFrontIsReadByItsHeader() throws IOException {
        assertIs(
                guessed(
                        "#Version: 1.0",
                        "#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status"
                                + " cs(User-Agent) time-taken",
                        "2026-11-19\t14:02:11\tFRA2\t2390\t203.0.113.9\tGET\td111.cloudfront.net\t/view/my/file.html"
                                + "\t200\tcurl\t0.001"),
                "2026-11-19T14:02:10Z",
                "GET /view/my/file.html",
                200);
    }

    @Test
    void caddyAndTraefikAreJsonLines() throws IOException {
        Arrival caddy = guessed(
                "{\"level\":\"info\",\"ts\":1795096931.5,\"request\":{\"remote_ip\":\"203.0.113.9\",\"method\":\"GET\","
                        + "\"host\":\"localhost\",\"uri\":\"/caf\\u00e9\",\"headers\":{\"User-Agent\":[\"curl\",\"x\"]}},"
                        + "\"user_id\":\"\",\"duration\":0.25,\"status\":200}");
        assertIs(caddy, "2026-11-19T14:02:11.25Z", "GET /café", 200);
        assertThat(caddy.agent()).isNotZero();
        assertThat(caddy.request().caller().isAnonymous()).isTrue();
        Arrival traefik = guessed("{\"ClientHost\":\"203.0.113.9\",\"ClientUsername\":\"-\",\"Duration\":1500000,"
                + "\"RequestMethod\":\"PUT\",\"RequestPath\":\"/x\",\"StartUTC\":\"2026-11-19T14:02:11.123456789Z\","
                + "\"DownstreamStatus\":404,\"time\":\"2026-11-19T14:02:12Z\"}");
        assertIs(traefik, "2026-11-19T14:02:11.123456Z", "PUT /x", 404);
        assertThat(traefik.tookMicros()).isEqualTo(1_500);
        assertIs(
                guessed("203.0.113.9 - - [19/Nov/2026:14:02:11 +0000] \"GET /t HTTP/1.1\" 200 1 \"-\" \"curl\" 12"
                        + " \"router@file\" \"http://10.0.0.1\" 3ms"),
                "2026-11-19T14:02:11Z",
                "GET /t",
                200);
    }

    @Test
    void jsonLinesOfAnyNamesAreMapped() throws IOException {
        Mapping mapping = Mapping.of(
                Map.of("user", ".who.id", "tier", "who.plan", "path", "what", "address", "from", "cost", "points"));
        Arrival arrival = read(
                        LogOptions.GUESSING.withMapping(mapping),
                        "{\"time\":1795096931250,\"from\":\"203.0.113.9\",\"what\":\"/g\",\"method\":\"post\",\"points\":7,"
                                + "\"who\":{\"id\":\"u1\",\"plan\":\"free\"},\"status\":200}")
                .get(0);
        assertIs(arrival, "2026-11-19T14:02:11.250Z", "POST /g", 200);
        assertThat(arrival.request().caller().user()).contains("u1");
        assertThat(arrival.request().caller().tier()).contains("free");
        assertThat(arrival.request().permits()).isEqualTo(7);
        assertThatThrownBy(() -> read(
                        LogOptions.GUESSING.withMapping(Mapping.of(Map.of("user", "nobody"))),
                        "{\"time\":1795096931250,\"path\":\"/g\"}"))
                .hasMessageContaining("The log has no field \"nobody\"");
        assertThatThrownBy(() -> Mapping.of(Map.of("usr", "x"))).hasMessageContaining("there is no \"usr\" to map");
    }

    @Test
    void csvIsReadByItsHeader() throws IOException {
        assertIs(
                guessed(
                        "time,ip,method,path,status,note",
                        "2026-11-19 14:02:11.5+01:00,203.0.113.9,GET,\"/a,b\",204,\"says \"\"x\"\"\""),
                "2026-11-19T13:02:11.5Z",
                "GET /a,b",
                204);
    }

    @Test
    void forwardedAddressesAreBelievedOfTrustedProxiesOnly() throws IOException {
        LogOptions proxied = new LogOptions(
                Optional.of("nginx-main"),
                Mapping.NONE,
                new TrustedProxies(List.of(Cidr.parse("10.0.0.0/8"))),
                Duration.ofSeconds(30));
        String line = "10.0.0.1 - - [19/Nov/2026:14:02:11 +0000] \"GET / HTTP/1.1\" 200 32 \"-\" \"curl\" \"1.1.1.1,"
                + " 203.0.113.9\"";
        assertThat(read(proxied, line).get(0).request().address()).isEqualTo(IpAddress.parse("203.0.113.9"));
        assertThat(guessed(line).request().address()).isEqualTo(IpAddress.parse("10.0.0.1"));
    }

    @Test
    void anUnknownFormatIsRefusedWithItsFirstLine() {
        assertThatThrownBy(() -> guessed("once upon a time", "there was a log"))
                .isInstanceOf(UnusableLogException.class)
                .hasMessageContaining("Cannot guess the format")
                .hasMessageContaining("once upon a time");
        assertThatThrownBy(() -> read(LogOptions.GUESSING.withFormat("combinde"), "x"))
                .hasMessageContaining("there is no format \"combinde\"");
    }

    @Test
    void pathsThatTheServiceRejectsAreCountedAndLeftOut() throws IOException {
        LogTraffic traffic = traffic(
                LogOptions.GUESSING,
                COMBINED_LINE,
                COMBINED_LINE.replace("/api/v1/login", "/api//login"),
                COMBINED_LINE.replace("POST /api/v1/login?next=%2F HTTP/1.1", "\\x16\\x03\\x01"));
        List<Arrival> arrivals = new ArrayList<>();
        traffic.forEach(arrivals::add);
        assertThat(arrivals).hasSize(1);
        assertThat(traffic.tally().withoutRequest()).isEqualTo(2);
    }
}
