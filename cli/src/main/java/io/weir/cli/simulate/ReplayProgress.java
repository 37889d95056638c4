package io.weir.cli.simulate;

import io.weir.cli.command.Progress;
import io.weir.lab.log.LogTraffic;
import java.io.IOException;
import java.util.Locale;
import me.tongfei.progressbar.ProgressBar;

/** A progress bar over the bytes of the logs, with lines per second and the time left. Shows nothing in a file. */
final class ReplayProgress {

    private static final long INTERVAL_MILLIS = 250;

    private final LogTraffic traffic;
    private final ProgressBar bar;
    private final Thread thread;
    private final long startNanos = System.nanoTime();

    ReplayProgress(String name, LogTraffic traffic) throws IOException {
        this.traffic = traffic;
        long bytes = traffic.bytes();
        bar = Progress.bar(name)
                .setInitialMax(bytes == 0 ? -1 : bytes)
                .setUnit(" MB", 1 << 20)
                .setUpdateIntervalMillis((int) INTERVAL_MILLIS)
                .build();
        thread = new Thread(this::follow, "progress");
        thread.setDaemon(true);
        thread.start();
    }

    private void follow() {
        try {
            while (true) {
                Thread.sleep(INTERVAL_MILLIS);
                show();
            }
        } catch (InterruptedException ended) {
            show();
        }
    }

    private void show() {
        double seconds = Math.max(1e-3, (System.nanoTime() - startNanos) / 1e9);
        bar.stepTo(traffic.bytesRead());
        bar.setExtraMessage(
                String.format(Locale.ROOT, "%,.0f lines/s", traffic.tally().lines() / seconds));
    }

    void end() throws InterruptedException {
        thread.interrupt();
        thread.join();
        bar.close();
    }
}
