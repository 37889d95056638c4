package io.weir.blackbox;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Answers a number of requests with the same bytes, and then closes. */
public final class CannedServer implements AutoCloseable {

    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final String answer;
    private final AtomicInteger left;

    public CannedServer(String answer, int times) throws IOException {
        this.answer = answer;
        this.left = new AtomicInteger(times);
        new Thread(this::accept, "canned-server").start();
    }

    public InetSocketAddress address() {
        return new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = server.accept();
                sockets.add(socket);
                new Thread(() -> serve(socket), "canned-connection").start();
            }
        } catch (IOException closed) {
            sockets.forEach(CannedServer::closeQuietly);
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            BufferedReader lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.isEmpty()) {
                    if (left.getAndDecrement() <= 0) {
                        close();
                        return;
                    }
                    socket.getOutputStream().write(answer.getBytes(ISO_8859_1));
                    if (answer.contains("Connection: close")) {
                        return;
                    }
                }
            }
        } catch (IOException gone) {
            // The client has disconnected.
        }
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException ignored) {
            // The socket is already closed.
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
