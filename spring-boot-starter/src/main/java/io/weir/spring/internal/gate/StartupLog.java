package io.weir.spring.internal.gate;

import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Rule;
import io.weir.spring.internal.settings.RateLimitProperties;
import io.weir.store.Store;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Logs one line at startup: rules, mode and store. */
record StartupLog(Gate gate, Store store, RateLimitProperties settings, boolean ownStore)
        implements SmartInitializingSingleton {

    private static final Log LOG = LogFactory.getLog(StartupLog.class);
    private static final int MOST_NAMES = 12;

    @Override
    public void afterSingletonsInstantiated() {
        LOG.info(text());
    }

    String text() {
        Policy policy = gate.policy();
        return "Rate limits: " + rules(policy.rules()) + "; mode "
                + policy.mode().word() + "; counters in " + counters()
                + (settings.follow() ? "; follows the policy there" : "");
    }

    private static String rules(List<Rule> rules) {
        String names = rules.stream().limit(MOST_NAMES).map(StartupLog::name).collect(Collectors.joining(", "));
        String more = rules.size() > MOST_NAMES ? " and " + (rules.size() - MOST_NAMES) + " more" : "";
        return switch (rules.size()) {
            case 0 -> "no rules";
            case 1 -> "1 rule (" + names + ")";
            default -> rules.size() + " rules (" + names + more + ")";
        };
    }

    private static String name(Rule rule) {
        return rule.mode() == Mode.ENFORCE
                ? rule.name()
                : rule.name() + " in " + rule.mode().word();
    }

    private String counters() {
        if (ownStore) {
            return store.getClass().getSimpleName();
        }
        return settings.store().equals(RateLimitProperties.MEMORY)
                ? "the memory of this process"
                : "Redis at " + RedisBackend.nameOf(settings.store());
    }
}
