package io.weir.benchmarks.redis;

import com.sun.management.OperatingSystemMXBean;
import io.weir.testkit.redis.RedisServer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;

/**
 * Gives Redis the first core and this process the others, and reports the time that each has used.
 *
 * <p>Thus the compiler and the garbage collector of this process do not slow down Redis. On two cores all clients lose alike
 * by it, up to a fifth if they and the proxy share the remaining core. The order of the clients did not change.
 */
final class Processors {

    private final OperatingSystemMXBean process = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final RedisServer redis;

    Processors(RedisServer redis) {
        this.redis = redis;
    }

    void share() throws IOException, InterruptedException {
        pin(redis.pid(), "0");
        pin(ProcessHandle.current().pid(), "1-" + (Runtime.getRuntime().availableProcessors() - 1));
    }

    private static void pin(long pid, String cores) throws IOException, InterruptedException {
        Process taskset = new ProcessBuilder("taskset", "-a", "-cp", cores, "" + pid)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        if (taskset.waitFor() != 0) {
            throw new IllegalStateException("taskset cannot give the cores " + cores + " to process " + pid);
        }
    }

    /** The processor time of Redis, without that of the proxy, which stands for a network. */
    long clientNanos() {
        long proxy = 0;
        for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (thread != null && thread.getThreadName().equals("fault-proxy")) {
                proxy += threads.getThreadCpuTime(thread.getThreadId());
            }
        }
        return process.getProcessCpuTime() - proxy;
    }

    long redisNanos() {
        double seconds = redis.command("INFO", "cpu")
                .lines()
                .filter(line -> line.startsWith("used_cpu_sys:") || line.startsWith("used_cpu_user:"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(':') + 1)))
                .sum();
        return (long) (seconds * 1e9);
    }
}
