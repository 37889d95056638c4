package io.weir.lab.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.lab.traffic.Arrival;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LogTrafficTest {

    private static final String FORMAT = "$remote_addr $msec \"$request\" $status";
    private static final LogOptions EXACT = LogOptions.GUESSING.withFormat(FORMAT);

    @TempDir
    private Path folder;

    private static String line(String host, double second) {
        return host + String.format(Locale.ROOT, " %.3f", 1_700_000_000 + second) + " \"GET / HTTP/1.1\" 200";
    }

    private Path file(String name, List<String> lines) throws IOException {
        return Files.write(folder.resolve(name), lines);
    }

    private Path gzip(String name, List<String> lines) throws IOException {
        Path file = folder.resolve(name);
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
        }
        return file;
    }

    private static List<Arrival> read(LogTraffic traffic) throws IOException {
        List<Arrival> arrivals = new ArrayList<>();
        traffic.forEach(arrivals::add);
        return arrivals;
    }

    private static List<Double> seconds(List<Arrival> arrivals) {
        return arrivals.stream()
                .map(arrival -> arrival.atMicros() / 1e6 - 1_700_000_000)
                .map(second -> Math.round(second * 1_000) / 1_000.0)
                .toList();
    }

    @Test
    void filesOfSeveralHostsAreMergedByTime() throws IOException {
        Path one = file("one", List.of(line("10.0.0.1", 0), line("10.0.0.1", 2), line("10.0.0.1", 4)));
        Path other = gzip("other.gz", List.of(line("10.0.0.2", 1), line("10.0.0.2", 3)));
        LogTraffic traffic = new LogTraffic(List.of(one, other), EXACT, InputStream.nullInputStream());
        assertThat(seconds(read(traffic))).containsExactly(0.0, 1.0, 2.0, 3.0, 4.0);
        assertThat(traffic.bytesRead()).isEqualTo(traffic.bytes());
        assertThat(seconds(read(traffic))).hasSize(5);
    }

    @Test
    void linesOutOfOrderAreSortedWithinTheWindow() throws IOException {
        List<Double> seconds = new ArrayList<>(
                IntStream.range(0, 5_000).mapToObj(i -> i * 0.125).toList());
        Random random = new Random(7);
        for (int from = 0; from + 80 <= seconds.size(); from += 80) {
            Collections.shuffle(seconds.subList(from, from + 80), random);
        }
        LogTraffic traffic = LogTraffic.of(
                file("log", seconds.stream().map(each -> line("10.0.0.1", each)).toList()), EXACT);
        assertThat(seconds(read(traffic))).hasSize(5_000).isSorted();
        assertThat(traffic.tally().late()).isZero();
    }

    @Test
    void aRequestThatIsLaterThanTheWindowCountsAtTheTimeThatHasBeenReached() throws IOException {
        List<String> lines = new ArrayList<>();
        IntStream.range(0, 200).forEach(second -> lines.add(line("10.0.0.1", second)));
        lines.add(150, line("10.0.0.9", 1));
        LogTraffic traffic = LogTraffic.of(file("log", lines), EXACT);
        List<Arrival> arrivals = read(traffic);
        assertThat(seconds(arrivals)).hasSize(201).isSorted();
        assertThat(traffic.tally().late()).isEqualTo(1);
    }

    @Test
    void timesThatFallAgainAndAgainAreRefused() throws IOException {
        List<String> lines = new ArrayList<>();
        for (int part = 0; part < 5; part++) {
            IntStream.range(0, 1_000).forEach(second -> lines.add(line("10.0.0.1", second)));
        }
        LogTraffic traffic = LogTraffic.of(file("log", lines), EXACT);
        assertThatThrownBy(() -> read(traffic)).hasMessageContaining("--reorder");
    }

    @Test
    void requestsOfOneSecondAreSpreadEvenlyOverIt() throws IOException {
        List<String> lines = new ArrayList<>();
        for (String time : List.of("11", "11", "11", "11", "12")) {
            lines.add("10.0.0.1 - - [19/Nov/2026:14:02:" + time + " +0000] \"GET / HTTP/1.1\" 200 1");
        }
        LogTraffic traffic = LogTraffic.of(file("log", lines), LogOptions.GUESSING);
        List<Long> times = read(traffic).stream().map(Arrival::atMicros).toList();
        assertThat(times.stream().map(time -> time - times.get(0)))
                .containsExactly(0L, 250_000L, 500_000L, 750_000L, 1_000_000L);
        assertThat(traffic.tally().coarse()).isTrue();
    }

    @Test
    void aFractionThatIsLeftOutWhereItIsZeroDoesNotMakeALogCoarse() throws IOException {
        List<String> lines = new ArrayList<>();
        for (String time : List.of("11.5Z", "12Z", "12Z", "12.25Z", "12.25Z", "13Z")) {
            lines.add("{\"time\":\"2026-11-19T14:02:" + time + "\",\"ip\":\"10.0.0.1\",\"path\":\"/\"}");
        }
        LogTraffic traffic = LogTraffic.of(file("log", lines), LogOptions.GUESSING);
        List<Long> times = read(traffic).stream().map(Arrival::atMicros).toList();
        assertThat(times.stream().map(time -> time - times.get(0)))
                .containsExactly(0L, 500_000L, 500_000L, 750_000L, 750_000L, 1_500_000L);
        assertThat(traffic.tally().coarse()).isFalse();
    }

    @Test
    void brokenLinesAreCountedAndShownWithTheirPlaces() throws IOException {
        List<String> lines = new ArrayList<>();
        IntStream.range(0, 100).forEach(second -> lines.add(line("10.0.0.1", second)));
        lines.set(41, "nonsense \u0007");
        lines.set(60, "10.0.0.1 yesterday \"GET / HTTP/1.1\" 200");
        Path file = file("log", lines);
        LogTraffic traffic = LogTraffic.of(file, EXACT);
        assertThat(read(traffic)).hasSize(98);
        assertThat(traffic.tally().unreadable()).isEqualTo(2);
        assertThat(traffic.tally().examples())
                .containsExactly(file + ":42: nonsense ?", file + ":61: 10.0.0.1 yesterday \"GET / HTTP/1.1\" 200");
    }

    @Test
    void aLogOfAnotherFormatIsRefused() throws IOException {
        List<String> lines = new ArrayList<>();
        IntStream.range(0, 200).forEach(i -> lines.add(i % 10 == 0 ? "nonsense" : line("10.0.0.1", i)));
        LogTraffic traffic = LogTraffic.of(file("log", lines), EXACT);
        assertThatThrownBy(() -> read(traffic))
                .isInstanceOf(UnusableLogException.class)
                .hasMessageContaining("20 of 200 lines cannot be read")
                .hasMessageContaining(":1: nonsense");
    }

    @Test
    void ofAnArchiveThatIsCutOffTheFirstPartIsReadAndTheRestIsReported() throws IOException {
        List<String> lines = new ArrayList<>();
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            lines.add(line("10." + random.nextInt(256) + "." + random.nextInt(256) + ".1", i));
        }
        Path whole = gzip("log.gz", lines);
        byte[] bytes = Files.readAllBytes(whole);
        Path cut = Files.write(folder.resolve("cut.gz"), Arrays.copyOf(bytes, bytes.length / 2));
        LogTraffic traffic = LogTraffic.of(cut, EXACT);
        assertThat(read(traffic).size()).isBetween(5_000, 15_000);
        assertThat(traffic.tally().damaged()).containsExactly(cut + " ends in the middle of the archive");
        bytes[bytes.length - 8] ^= 1;
        LogTraffic damaged = LogTraffic.of(Files.write(folder.resolve("damaged.gz"), bytes), EXACT);
        read(damaged);
        assertThat(damaged.tally().damaged())
                .containsExactly(folder.resolve("damaged.gz") + " is damaged: Corrupt GZIP trailer");
    }

    @Test
    void otherArchivesAreRefusedWithTheCommandThatReadsThem() throws IOException {
        Path file = Files.write(folder.resolve("log.zst"), new byte[] {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, 0, 0, 0});
        assertThatThrownBy(() -> read(LogTraffic.of(file, LogOptions.GUESSING)))
                .hasMessageContaining("zstd -dc " + file + " | weir simulate -");
    }

    @Test
    void longLinesAndAnUnfinishedLastLineAreRead() throws IOException {
        String path = "/" + "a".repeat(7_000);
        String longer = line("10.0.0.1", 1).replace("/ HTTP", path + "?" + "b".repeat(600_000) + " HTTP");
        Path file = folder.resolve("log");
        Files.writeString(file, line("10.0.0.1", 0) + "\r\n\n" + longer + "\n" + line("10.0.0.1", 2));
        List<Arrival> arrivals = read(LogTraffic.of(file, EXACT));
        assertThat(arrivals).hasSize(3);
        assertThat(arrivals.get(1).request().path()).isEqualTo(path);
    }

    @Test
    void anEmptyLogHasNoRequests() throws IOException {
        assertThat(read(LogTraffic.of(file("log", List.of()), LogOptions.GUESSING)))
                .isEmpty();
        ByteArrayOutputStream empty = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(empty)) {
            out.flush();
        }
        Path gzip = Files.write(folder.resolve("empty.gz"), empty.toByteArray());
        assertThat(read(LogTraffic.of(gzip, LogOptions.GUESSING))).isEmpty();
    }

    @Test
    void aWindowOfNothingTakesLinesAsTheyCome() throws IOException {
        LogOptions options = new LogOptions(Optional.of(FORMAT), Mapping.NONE, EXACT.proxies(), Duration.ZERO);
        LogTraffic traffic = LogTraffic.of(
                file(
                        "log",
                        List.of(line("10.0.0.1", 0), line("10.0.0.1", 5), line("10.0.0.1", 9), line("10.0.0.1", 20))),
                options);
        assertThat(seconds(read(traffic))).containsExactly(0.0, 5.0, 9.0, 20.0);
    }
}
