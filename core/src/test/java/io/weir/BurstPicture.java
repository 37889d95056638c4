package io.weir;

import io.weir.limit.Algorithm;
import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.memory.MemoryStore;
import io.weir.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Draws how each algorithm treats the same requests: a column of dots for each half second, a row for each algorithm. */
final class BurstPicture {

    private static final int HALF_SECONDS = 82;
    private static final int DOT = 10;
    private static final int LEFT = 200;
    private static final int ROW = 140;
    private static final int TOP = 20;
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    /** Requests in each half second: a few, ten just before 10 s, ten just after, then one each until 30 s. */
    private static final int[] REQUESTS =
            IntStream.range(0, HALF_SECONDS).map(BurstPicture::requests).toArray();

    private static int requests(int half) {
        return switch (half) {
            case 19, 20 -> 10;
            case 4, 10 -> 1;
            default -> half >= 24 && half < 60 ? 1 : 0;
        };
    }

    private final StringBuilder svg = new StringBuilder();

    String draw() {
        int width = LEFT + HALF_SECONDS * DOT + 20;
        int height = TOP + ROW * Algorithm.values().length + 40;
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\">",
                width, height);
        add("<rect width=\"%d\" height=\"%d\" rx=\"8\" fill=\"#ffffff\"/>", width, height);
        List<Limit> limits = Stream.of(
                        Algorithm.TOKEN_BUCKET,
                        Algorithm.LEAKY_BUCKET,
                        Algorithm.FIXED_WINDOW,
                        Algorithm.SLIDING_WINDOW,
                        Algorithm.SLIDING_WINDOW_COUNTER)
                .map(algorithm -> algorithm.limit(Rate.of(10, Duration.ofSeconds(10))))
                .toList();
        for (int row = 0; row < limits.size(); row++) {
            drawRow(limits.get(row), TOP + ROW * (row + 1));
        }
        drawAxis(TOP + ROW * limits.size());
        add("</svg>");
        return svg.toString();
    }

    private void drawRow(Limit limit, int bottom) {
        int[] allowed = new int[HALF_SECONDS];
        int[] refused = new int[HALF_SECONDS];
        ManualTime time = ManualTime.at(START);
        RateLimiter limiter = RateLimiter.of(limit, new MemoryStore(time));
        for (int half = 0; half < HALF_SECONDS; half++) {
            for (int i = 0; i < REQUESTS[half]; i++) {
                Decision decision = limiter.tryAcquire("key");
                if (decision.allowed()) {
                    // The requests of a leaky bucket are drawn when they leave the bucket, not when they arrive.
                    allowed[half + (int) decision.delay().toMillis() / 500]++;
                } else {
                    refused[half]++;
                }
            }
            time.advance(Duration.ofMillis(500));
        }
        String name = limit.algorithm().yamlName().replace('-', ' ');
        add("<text x=\"16\" y=\"%d\" font-size=\"15\" fill=\"#1f2328\">%s</text>", bottom - 46, name);
        String numbers = String.format(
                Locale.ROOT,
                "%d through, %d refused",
                IntStream.of(allowed).sum(),
                IntStream.of(refused).sum());
        add("<text x=\"16\" y=\"%d\" font-size=\"12\" fill=\"#656d76\">%s</text>", bottom - 28, numbers);
        for (int half = 0; half < HALF_SECONDS; half++) {
            for (int i = 0; i < allowed[half] + refused[half]; i++) {
                String paint = i < allowed[half] ? "fill=\"#1a7f37\"" : "fill=\"none\" stroke=\"#cf222e\"";
                int x = LEFT + half * DOT + DOT / 2;
                int y = bottom - 16 - i * DOT;
                add("<circle cx=\"%d\" cy=\"%d\" r=\"3.5\" %s/>", x, y, paint);
            }
        }
        int right = LEFT + HALF_SECONDS * DOT;
        add("<path d=\"M%d %dH%d\" stroke=\"#d0d7de\"/>", LEFT, bottom - 8, right);
    }

    private void drawAxis(int bottom) {
        for (int second = 0; second <= HALF_SECONDS / 2; second += 10) {
            int x = LEFT + second * 2 * DOT;
            add("<path d=\"M%d %dV%d\" stroke=\"#d0d7de\" stroke-dasharray=\"3 4\"/>", x, TOP, bottom);
            add(
                    "<text x=\"%d\" y=\"%d\" font-size=\"12\" text-anchor=\"middle\" fill=\"#656d76\">%d s</text>",
                    x, bottom + 18, second);
        }
    }

    private void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
