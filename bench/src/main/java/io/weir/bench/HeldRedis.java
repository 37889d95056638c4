package io.weir.bench;

import java.io.IOException;
import java.util.Locale;
import java.util.Optional;

/** A Redis on this machine that a signal stops for a while, as if it hung. It continues afterwards, whatever happens. */
final class HeldRedis implements AutoCloseable {

    private final long pid;
    private final Thread atExit = new Thread(this::letGo);
    private boolean held;

    private HeldRedis(long pid) {
        this.pid = pid;
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /** The process with that number; throws if the process is not a Redis. */
    static HeldRedis of(long pid) {
        Optional<String> program =
                ProcessHandle.of(pid).flatMap(process -> process.info().command());
        if (program.isEmpty()) {
            throw new IllegalArgumentException("--redis-pid " + pid + " is no process here that you may stop");
        }
        String name = program.get().toLowerCase(Locale.ROOT);
        if (!name.contains("redis") && !name.contains("valkey")) {
            throw new IllegalArgumentException("--redis-pid " + pid + " is " + program.get() + ", no Redis");
        }
        return new HeldRedis(pid);
    }

    synchronized void hold() {
        if (!held) {
            held = true;
            signal("-STOP");
        }
    }

    synchronized void letGo() {
        if (held) {
            held = false;
            signal("-CONT");
        }
    }

    private void signal(String signal) {
        try {
            int code = new ProcessBuilder("kill", signal, Long.toString(pid))
                    .inheritIO()
                    .start()
                    .waitFor();
            if (code != 0) {
                throw new IllegalStateException("kill " + signal + " " + pid
                        + " failed: run the bench as a user that may send signals to this process");
            }
        } catch (IOException | InterruptedException failure) {
            throw new IllegalStateException("kill " + signal + " " + pid + " failed: " + failure.getMessage(), failure);
        }
    }

    @Override
    public void close() {
        letGo();
        Runtime.getRuntime().removeShutdownHook(atExit);
    }
}
