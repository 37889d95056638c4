package io.weir.testkit.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** One run of a Redis binary, which prints to the log of a folder. */
final class RedisProcess {

    private static final Duration LONGEST_START = Duration.ofSeconds(30);

    private final Process process;
    private final Folder folder;

    private RedisProcess(Process process, Folder folder) {
        this.process = process;
        this.folder = folder;
    }

    static RedisProcess launch(List<String> command, Folder folder) {
        try {
            Path log = Files.writeString(folder.log(), "");
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            return new RedisProcess(process, folder);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Waits until it is ready; returns false if another process has taken its port. */
    boolean becomesReady() {
        long start = System.nanoTime();
        while (true) {
            boolean alive = process.isAlive();
            String log = folder.logText();
            if (log.contains("Ready to accept connections") || log.contains("Sentinel ID is")) {
                return true;
            }
            // glibc says "already in use", musl "in use".
            if (!alive && log.contains("bind: Address")) {
                return false;
            }
            if (!alive || System.nanoTime() - start > LONGEST_START.toNanos()) {
                throw new IllegalStateException("Redis did not start; it printed:\n" + log);
            }
            Poll.pause();
        }
    }

    void pause() {
        signal("STOP");
        Poll.until("Redis " + pid() + " is paused", this::isPaused);
    }

    void resume() {
        signal("CONT");
    }

    private void signal(String name) {
        try {
            // The shell's own kill, because some systems have no other.
            Process kill = new ProcessBuilder("sh", "-c", "kill -" + name + " " + pid()).start();
            if (kill.waitFor() != 0) {
                throw new IllegalStateException("Redis " + pid() + " is not running");
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interruption) {
            throw Poll.interrupted(interruption);
        }
    }

    /** Returns whether the process obeys the stop signal already; true on systems that do not show it. */
    private boolean isPaused() {
        try {
            Path stat = Path.of("/proc/" + pid() + "/stat");
            return !Files.exists(stat) || Files.readString(stat).contains(") T ");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    void kill() {
        process.destroyForcibly().onExit().join();
    }
}
