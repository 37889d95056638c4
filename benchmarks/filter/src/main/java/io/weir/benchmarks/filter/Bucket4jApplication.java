package io.weir.benchmarks.filter;

import jakarta.servlet.Filter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ConfigurableApplicationContext;

/** An application with five limits of bucket4j's starter, in memory: Caffeine by JCache, as in its documentation. */
@SpringBootApplication
@EnableCaching
public class Bucket4jApplication {

    private static final List<String> KEYS = List.of(
            "'everybody'",
            "getRemoteAddr()",
            "'orders:' + getRemoteAddr()",
            "'writes:' + getRemoteAddr()",
            "'all-orders'");

    static ConfigurableApplicationContext start() {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("server.port", "0");
        settings.put("server.address", "127.0.0.1");
        settings.put("logging.level.root", "warn");
        settings.put("spring.main.banner-mode", "off");
        settings.put("spring.cache.type", "jcache");
        settings.put("spring.cache.cache-names", "buckets");
        settings.put("bucket4j.enabled", "true");
        settings.put("bucket4j.cache-to-use", "jcache");
        String filter = "bucket4j.filters[0].";
        settings.put(filter + "cache-name", "buckets");
        settings.put(filter + "url", ".*");
        settings.put(filter + "strategy", "all");
        for (int i = 0; i < KEYS.size(); i++) {
            String limit = filter + "rate-limits[" + i + "].";
            settings.put(limit + "cache-key", KEYS.get(i));
            settings.put(limit + "bandwidths[0].capacity", "1000000000");
            settings.put(limit + "bandwidths[0].time", "1");
            settings.put(limit + "bandwidths[0].unit", "seconds");
        }
        return new SpringApplicationBuilder(Bucket4jApplication.class)
                .properties(settings)
                .run();
    }

    /** The one filter that the starter has registered. */
    static Filter filter(ConfigurableApplicationContext application) {
        return application.getBeansOfType(Filter.class).values().stream()
                .filter(each -> each.getClass().getName().contains("bucket4j"))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("bucket4j's starter has registered no filter"));
    }
}
