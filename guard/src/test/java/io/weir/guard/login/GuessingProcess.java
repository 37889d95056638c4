package io.weir.guard.login;

import io.weir.classify.IpAddress;
import io.weir.policy.Gate;
import io.weir.policyfile.PolicyReader;
import io.weir.redis.RedisStore;
import io.weir.testkit.Threads;
import io.weir.time.TimeSource;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A separate process that tries passwords at the same time as others. For each line with the number of guesses and an account,
 * it prints how many were tested. {@code *} stands for another account with each guess.
 */
final class GuessingProcess implements AutoCloseable {

    private static final String POLICY = "guard: {login: {path: /login, per-ip: 100000/min}}";
    private static final IpAddress ATTACKER = IpAddress.parse("192.0.2.1").orElseThrow();
    private static final int THREADS = 10;

    private final Process process;
    private final BufferedReader output;
    private final Writer input;

    private GuessingProcess(Process process) {
        this.process = process;
        this.output = process.inputReader(StandardCharsets.UTF_8);
        this.input = process.outputWriter(StandardCharsets.UTF_8);
    }

    static GuessingProcess start(String redis) {
        try {
            return new GuessingProcess(new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx128m",
                            "-XX:+UseSerialGC",
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                            GuessingProcess.class.getName(),
                            redis)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start());
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** Waits until the process is connected. */
    void awaitReady() throws IOException {
        output.readLine();
    }

    void guess(int times, String account) throws IOException {
        input.append(times + " " + account + "\n").flush();
    }

    /** Waits until all guesses are over, and returns how many passwords were tested. */
    int tested() throws IOException {
        String line = output.readLine();
        if (line == null) {
            throw new IOException("the process has ended by itself");
        }
        return Integer.parseInt(line);
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }

    public static void main(String[] arguments) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (RedisStore store = RedisStore.connect(arguments[0])) {
            Gate gate = new Gate(PolicyReader.create().read("policy.yml", POLICY), store);
            LoginConfig config = LoginConfig.of(LoginContract.PEPPER, TimeSource.system());
            LoginGuard guard = LoginGuard.create(gate, store, config);
            LoginContract.get(guard.look(LoginContract.guess("warm-up", ATTACKER)));
            System.out.println("ready");
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] job = line.split(" ", -1);
                System.out.println(tested(guard, Integer.parseInt(job[0]), job[1]));
            }
        }
    }

    private static int tested(LoginGuard guard, int times, String account) {
        AtomicInteger tested = new AtomicInteger();
        AtomicInteger left = new AtomicInteger(times);
        Threads.run(THREADS, thread -> {
            for (int i = left.getAndDecrement(); i > 0; i = left.getAndDecrement()) {
                String name = account.equals("*") ? ProcessHandle.current().pid() + "/" + i : account;
                tested.addAndGet(LoginContract.fails(guard, LoginContract.guess(name, ATTACKER)) ? 1 : 0);
            }
        });
        return tested.get();
    }
}
