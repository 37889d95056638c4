package io.weir.compat;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.catalina.webresources.TomcatURLStreamHandlerFactory;

/** Starts a servlet application with two requests allowed and returns the statuses of three. Tests create it by reflection. */
public final class MemoryOnly implements Function<List<String>, List<Integer>> {

    @Override
    public List<Integer> apply(List<String> options) {
        // A JVM takes one factory for URLs, and the Tomcat of another test may have given it.
        TomcatURLStreamHandlerFactory.disable();
        Stream<String> ours = Stream.of(
                ServletShop.TYPE,
                OpenShop.NO_SECURITY,
                "--rate-limit.global.capacity=2",
                "--rate-limit.global.refill-rate=1");
        String[] all = Stream.concat(ours, options.stream()).toArray(String[]::new);
        try (RunningApp app = RunningApp.start(OpenShop.class, "instance", all)) {
            return app.statuses(3, "/api/x");
        }
    }
}
