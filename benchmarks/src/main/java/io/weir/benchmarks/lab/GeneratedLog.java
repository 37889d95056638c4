package io.weir.benchmarks.lab;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;

/** A day of a shop in the combined format: up to 200,000 addresses, of which few send most requests. */
final class GeneratedLog {

    private static final Instant START = Instant.parse("2026-11-19T00:00:00Z");
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final int ADDRESSES = 200_000;
    private static final double DAY_SECONDS = 86_400;

    private GeneratedLog() {}

    static void write(Path plain, Path gzip, int lines) throws IOException {
        SplittableRandom random = new SplittableRandom(42);
        long lastSecond = -1;
        String time = "";
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(plain), 1 << 20);
                OutputStream packed = new GZIPOutputStream(Files.newOutputStream(gzip), 1 << 20)) {
            for (int i = 0; i < lines; i++) {
                long second = (long) (DAY_SECONDS * i / lines);
                if (second != lastSecond) {
                    time = TIME.format(START.plusSeconds(second));
                    lastSecond = second;
                }
                byte[] line = line(random, time).getBytes(StandardCharsets.UTF_8);
                out.write(line);
                packed.write(line);
            }
        }
    }

    private static String line(SplittableRandom random, String time) {
        int who = (int) (ADDRESSES * Math.pow(random.nextDouble(), 6));
        int kind = random.nextInt(100);
        String request = kind < 60
                ? "GET /api/v1/products/" + random.nextInt(2_000)
                : kind < 80 ? "GET /api/v1/search?q=shoes" : kind < 98 ? "GET /api/v1/orders" : "POST /api/v1/login";
        return "10." + (who >> 16) + "." + (who >> 8 & 255) + "." + (who & 255) + " - - [" + time + "] \"" + request
                + " HTTP/1.1\" 200 1432 \"https://shop.example/\" \"Mozilla/5.0 (X11; Linux x86_64) Chrome/120.0\"\n";
    }
}
