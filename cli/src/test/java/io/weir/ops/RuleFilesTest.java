package io.weir.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.blackbox.PrometheusTools;
import org.junit.jupiter.api.Test;

/** What Prometheus's own tool says of the files in ops/prometheus. */
final class RuleFilesTest {

    private static String file(String name) {
        return PrometheusTools.OPS.resolve("prometheus").resolve(name).toString();
    }

    @Test
    void prometheusReadsItsConfigurationAndAllRules() throws Exception {
        assertThat(PrometheusTools.promtool("check", "config", file("prometheus.yml")))
                .contains("SUCCESS: 2 rule files found")
                .endsWith("exit code 0");
    }

    @Test
    void everyAlertFiresWhenItShouldAndElseNot() throws Exception {
        assertThat(PrometheusTools.promtool("test", "rules", file("alerts.test.yml"), file("alerts.hours.test.yml")))
                .contains("SUCCESS")
                .endsWith("exit code 0");
    }
}
