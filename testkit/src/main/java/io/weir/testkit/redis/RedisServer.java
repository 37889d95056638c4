package io.weir.testkit.redis;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A real Redis process on a free port of the loopback address, without persistence. */
public final class RedisServer implements AutoCloseable {

    /** The placeholder for the port in options: {@code start("--port", "0", "--tls-port", RedisServer.PORT)}. */
    public static final String PORT = "{port}";

    static final String BUS_PORT = "{bus-port}";

    private static final int ATTEMPTS = 10;
    private static final Set<RedisServer> LEFT_OVER = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> LEFT_OVER.forEach(RedisServer::end)));
    }

    private final List<String> options;
    private final Folder folder = Folder.fresh();
    private volatile Ports ports = Ports.any();
    private volatile @Nullable RedisProcess process;

    private RedisServer(List<String> options) {
        this.options = options;
    }

    /** Starts a server with these command line options, and waits until it is ready. */
    public static RedisServer start(String... options) {
        RedisServer server = new RedisServer(List.of(options));
        LEFT_OVER.add(server);
        try {
            for (int attempt = 1; !server.launches(); attempt++) {
                server.complainAfter(attempt);
                server.ports = Ports.any();
            }
            return server;
        } catch (RuntimeException failure) {
            server.close();
            throw failure;
        }
    }

    private boolean launches() {
        List<String> command = new ArrayList<>(List.of(
                RedisBinary.find().path().toString(), folder.configuration().toString()));
        command.addAll(List.of("--bind", "127.0.0.1", "--port", PORT, "--dir", "" + folder.path()));
        command.addAll(List.of("--save", "", "--appendonly", "no"));
        command.addAll(options);
        command.replaceAll(ports::fill);
        ports.release();
        RedisProcess launched = RedisProcess.launch(command, folder);
        process = launched;
        return launched.becomesReady();
    }

    private void complainAfter(int attempt) {
        if (attempt == ATTEMPTS) {
            throw new IllegalStateException(
                    "Redis found no free port in " + ATTEMPTS + " attempts; options: " + options);
        }
    }

    public int port() {
        return ports.clients().number();
    }

    public String uri() {
        return "redis://127.0.0.1:" + port();
    }

    public long pid() {
        return process().pid();
    }

    /** Returns what the process has printed since its last start. */
    public String log() {
        return folder.logText();
    }

    /** Sends a command and returns the reply: a list as lines, nil as an empty text. Throws on an error reply. */
    public String command(String... words) {
        return Wire.call(port(), words);
    }

    /** Kills the process like a crash; connections are refused until {@link #restart}. */
    public void kill() {
        process().kill();
        ports.hold();
    }

    /** Starts the process again on its port, without its data; a running one is killed first. */
    public void restart() {
        kill();
        folder.deleteSnapshots();
        for (int attempt = 1; !launches(); attempt++) {
            complainAfter(attempt);
        }
    }

    /** Stops the process by a signal. Its connections stay open, and the system still accepts new ones. */
    public void pause() {
        process().pause();
    }

    public void resume() {
        process().resume();
    }

    /** Kills the process and deletes its files. */
    @Override
    public void close() {
        end();
        LEFT_OVER.remove(this);
    }

    private void end() {
        RedisProcess last = process;
        if (last != null) {
            last.kill();
        }
        ports.release();
        folder.delete();
    }

    private RedisProcess process() {
        RedisProcess last = process;
        if (last == null) {
            throw new IllegalStateException("Redis was not started");
        }
        return last;
    }

    int busPort() {
        return ports.bus().number();
    }

    boolean isRunning() {
        return process().isAlive();
    }

    /**
     * Returns the value of a line with this name in a reply such as those of INFO and CLUSTER INFO; empty if there is
     * none.
     */
    String field(String name, String... words) {
        return command(words)
                .lines()
                .filter(line -> line.startsWith(name + ":"))
                .map(line -> line.substring(name.length() + 1))
                .findFirst()
                .orElse("");
    }

    Path folder() {
        return folder.path();
    }
}
