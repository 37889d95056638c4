package io.weir.benchmarks.versions;

import io.weir.benchmarks.service.Server;
import io.weir.benchmarks.service.ServiceBenchmark;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A running build of the service. */
record Build(Server server, int grpcPort) implements AutoCloseable {

    static Build start(String name, Path jar, Path folder, int trial) throws Exception {
        int port = ServiceBenchmark.freePort();
        int grpcPort = ServiceBenchmark.freePort();
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String process = name + "-" + trial;
        Server server = Server.start(
                process,
                port,
                folder,
                List.of(
                        java,
                        "-jar",
                        jar.toString(),
                        "serve",
                        "--port",
                        Integer.toString(port),
                        "--data-dir",
                        folder.resolve("data-" + process).toString(),
                        "--policy",
                        folder.resolve("five-rules.yml").toString(),
                        "--envoy-config",
                        folder.resolve("envoy").toString(),
                        "--grpc-port",
                        Integer.toString(grpcPort)));
        return new Build(server, grpcPort);
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
