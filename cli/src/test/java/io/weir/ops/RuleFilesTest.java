package io.weir.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.blackbox.PrometheusTools;
import org.junit.jupiter.api.Test;

/** The files in ops/prometheus pass the checks of promtool. */
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
    void everyAlertFiresOnItsConditionOnly() throws Exception {
        assertThat(PrometheusTools.promtool("test", "rules", file("alerts.test.yml"), file("alerts.hours.test.yml")))
                .contains("SUCCESS")
                .endsWith("exit code 0");
    }
}
