package io.weir.benchmarks.bots;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A server of one page that keeps the first request of each client for each path, with its headers in their order. */
final class CaptureServer implements AutoCloseable {

    private static final Set<String> PAGES = Set.of("start", "product", "login");
    private static final String END = "done";

    /** Headers that say nothing about the client, or too much about this machine. */
    private static final Set<String> LEFT_OUT = Set.of("host", "referer", "origin", "cookie", "content-length");

    private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final Map<String, CapturedRequest> captured = new LinkedHashMap<>();
    private final Path temporary;
    private final byte[] page;

    /** @param temporary gets a file when the script of the page has ended */
    CaptureServer(Path temporary) throws IOException {
        this.temporary = temporary;
        try (InputStream text = Objects.requireNonNull(CaptureServer.class.getResourceAsStream("/bots/page.html"))) {
            this.page = text.readAllBytes();
        }
        Thread thread = new Thread(this::accept, "capture");
        thread.setDaemon(true);
        thread.start();
    }

    String address() {
        return "http://127.0.0.1:" + socket.getLocalPort();
    }

    synchronized ClientTrace trace() {
        return ClientTrace.of(List.copyOf(captured.values()));
    }

    private void accept() {
        try {
            while (true) {
                Socket client = socket.accept();
                Thread thread = new Thread(() -> serve(client), "captured client");
                thread.setDaemon(true);
                thread.start();
            }
        } catch (IOException closed) {
            // The server was closed.
        }
    }

    private void serve(Socket client) {
        try (client;
                InputStream in = new BufferedInputStream(client.getInputStream());
                OutputStream out = client.getOutputStream()) {
            String first = line(in);
            while (first != null && !first.isEmpty()) {
                answer(first, in, out);
                first = line(in);
            }
        } catch (IOException gone) {
            // The client has closed the connection.
        }
    }

    private void answer(String first, InputStream in, OutputStream out) throws IOException {
        Map<String, String> headers = new LinkedHashMap<>();
        int bytes = 0;
        for (String line = line(in); line != null && !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            String name = line.substring(0, colon).toLowerCase(Locale.ROOT);
            String value = line.substring(colon + 1).trim();
            bytes = name.equals("content-length") ? Integer.parseInt(value) : bytes;
            if (!LEFT_OUT.contains(name)) {
                headers.put(name, value);
            }
        }
        in.skipNBytes(bytes);
        String[] words = first.split(" ", -1);
        String[] path = words[1].split("/", -1);
        String asked = path[path.length - 1];
        if (path.length == 4) {
            keep(new CapturedRequest(path[1], path[2], asked, words[0], words[2], headers));
        }
        boolean isPage = PAGES.contains(asked);
        byte[] body = isPage ? page : new byte[0];
        String head = "HTTP/1.1 200 OK\r\nContent-Type: " + (isPage ? "text/html" : "text/css") + "\r\nContent-Length: "
                + body.length + "\r\n\r\n";
        out.write(head.getBytes(StandardCharsets.US_ASCII));
        out.write(body);
        out.flush();
    }

    private synchronized void keep(CapturedRequest request) throws IOException {
        if (request.page().equals(END)) {
            Files.writeString(temporary.resolve(END), "");
        } else {
            captured.putIfAbsent(request.name(), request);
        }
    }

    private static @Nullable String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int each = in.read(); each != '\n'; each = in.read()) {
            if (each < 0) {
                return null;
            }
            if (each != '\r') {
                line.append((char) each);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
