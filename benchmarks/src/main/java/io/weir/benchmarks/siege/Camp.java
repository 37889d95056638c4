package io.weir.benchmarks.siege;

import io.weir.benchmarks.service.ServiceBenchmark;
import io.weir.benchmarks.siege.attack.Attack;
import io.weir.benchmarks.siege.attack.AttackTally;
import io.weir.benchmarks.siege.attack.Attacker;
import io.weir.benchmarks.siege.probe.Probe;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The parts that all floods share: the service under attack, the durations, and how an attack is started. */
record Camp(Path jar, Path folder, boolean quick) {

    /** The options of Java in deploy/, and the memory of its container. */
    static final List<String> DEPLOYED =
            List.of("-XX:MaxRAM=768m", "-XX:MaxRAMPercentage=75", "-XX:+ExitOnOutOfMemoryError");

    private static final int WARM_UP_CONNECTIONS = 8;

    Duration idle() {
        return Duration.ofSeconds(quick ? 2 : 5);
    }

    Duration attack() {
        return Duration.ofSeconds(quick ? 4 : 12);
    }

    private Duration warmUp() {
        return Duration.ofSeconds(quick ? 2 : 6);
    }

    BesiegedService start(List<String> java, List<String> options) throws Exception {
        BesiegedService service = BesiegedService.launch(jar, folder, java, options);
        service.awaitAnswer();
        return service;
    }

    /** Loads services with checks until their compiler and the probe's have seen enough of them, and notes what they hold then. */
    void warmUp(BesiegedService... services) throws Exception {
        int[] ports = ports(services);
        Probe probe = Probe.start(services[0]);
        attack(Attack.CHECKS, WARM_UP_CONNECTIONS * ports.length, warmUp(), ports);
        probe.stop();
        for (BesiegedService service : services) {
            service.noteCalm();
        }
    }

    /** Copies one of the benchmark's own files to a folder. */
    static Path file(String name, Path into) throws IOException {
        return Files.writeString(into.resolve(name), ServiceBenchmark.resource("siege/" + name));
    }

    /** A folder with a limit for Envoy. */
    Path envoyConfig() throws IOException {
        Path config = Files.createDirectories(folder.resolve("envoy"));
        file("envoy.yaml", config);
        return config;
    }

    static int[] ports(BesiegedService... services) {
        return IntStream.range(0, services.length).map(i -> services[i].port()).toArray();
    }

    /** Attacks until the time is over and all attackers have hung up. */
    AttackTally attack(Attack attack, int connections, Duration duration, int... ports) throws Exception {
        return attack(attack, connections, duration, Long.MAX_VALUE, ports);
    }

    AttackTally attack(Attack attack, int connections, Duration duration, long mostRequests, int... ports)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(Cores.SECOND.politely());
        command.addAll(List.of(BesiegedService.java("java"), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Attacker.class.getName()));
        command.addAll(List.of(attack.name(), "" + connections, "" + duration.toSeconds(), "" + mostRequests));
        for (int port : ports) {
            command.add(Integer.toString(port));
        }
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return AttackTally.parse(output);
    }
}
