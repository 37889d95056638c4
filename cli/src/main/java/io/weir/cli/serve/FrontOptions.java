package io.weir.cli.serve;

import io.weir.cli.command.WeirOptions;
import io.weir.service.FrontSettings;
import io.weir.service.http.HostHeader;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say which clients {@code weir serve} lets in. */
final class FrontOptions extends WeirOptions {

    @Option(
            names = "--allowed-hosts",
            paramLabel = "<name>",
            split = ",",
            description =
                    "The names by which clients may call the service, such as weir.internal; addresses in figures are"
                            + " always allowed. By default localhost only if --bind is an address of this machine itself, so that no web"
                            + " page can reach the service under a name of its own, and any name otherwise.")
    private List<String> allowedHosts = List.of();

    @Option(
            names = "--most-connections",
            paramLabel = "<connections>",
            description =
                    "How many connections may be open at once; beyond that, the slowest client is disconnected. By default as"
                            + " many as the heap has room for: one for each 32 KB.")
    private @Nullable Integer mostConnections;

    /** The settings, or an error that says which option is wrong and what is right. */
    FrontSettings settings(boolean isLoopback) {
        FrontSettings settings = FrontSettings.ofHeap();
        if (mostConnections != null) {
            if (mostConnections < 1) {
                throw wrong("--most-connections must be at least 1, but was " + mostConnections);
            }
            settings = settings.withMostConnections(mostConnections);
        }
        return settings.withHosts(hosts(isLoopback));
    }

    private Set<String> hosts(boolean isLoopback) {
        Set<String> names = new HashSet<>();
        for (String each : allowedHosts) {
            String name = each.strip().toLowerCase(Locale.ROOT);
            if (name.isEmpty()
                    || !HostHeader.isValid(name)
                    || !HostHeader.name(name).equals(name)) {
                throw wrong("--allowed-hosts must be names without a port, such as weir.internal, but was " + each);
            }
            names.add(name);
        }
        if (isLoopback || !names.isEmpty()) {
            names.add("localhost");
        }
        return names;
    }
}
