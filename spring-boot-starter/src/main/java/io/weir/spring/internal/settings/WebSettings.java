package io.weir.spring.internal.settings;

import io.weir.classify.Cidr;
import io.weir.classify.ForwardingHeader;
import io.weir.classify.TrustedProxies;
import io.weir.http.HeaderStyle;
import io.weir.http.Holding;
import io.weir.http.RequestReader;
import io.weir.policy.rule.PathPattern;
import io.weir.time.Scheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.core.env.Environment;

/** Turns settings into the objects of weir-http. */
public final class WebSettings {

    private static final Log LOG = LogFactory.getLog(WebSettings.class);
    private static final String FORWARDING = "server.forward-headers-strategy";
    private static final String ACTUATOR = "management.endpoints.web.base-path";

    private WebSettings() {}

    public static HeaderStyle headerStyle(RateLimitProperties.Headers headers) {
        return new HeaderStyle(headers.dialects(), headers.limit(), headers.jitter());
    }

    public static Holding holding(RateLimitProperties settings) {
        return new Holding(settings.maxHeld(), Scheduler.system());
    }

    public static RequestReader requestReader(RateLimitProperties settings, Environment environment) {
        TrustedProxies proxies =
                new TrustedProxies(each("rate-limit.trusted-proxies", settings.trustedProxies(), Cidr::parse));
        List<String> exempt = new ArrayList<>(settings.exempt());
        String actuator = environment.getProperty(ACTUATOR, "/actuator");
        if (!actuator.equals("/")) {
            exempt.add(actuator + "/**");
        }
        if (environment.getProperty(FORWARDING, "").equalsIgnoreCase("framework")) {
            LOG.warn(FORWARDING
                    + "=framework lets every client choose its own address, so limits by address can be bypassed;"
                    + " use rate-limit.trusted-proxies instead");
        }
        return RequestReader.USUAL
                .withProxies(proxies, new ForwardingHeader(settings.forwardingHeader()))
                .withExempt(each("rate-limit.exempt", exempt, PathPattern::parse));
    }

    private static <T> List<T> each(String setting, List<String> texts, Function<String, T> parsing) {
        List<T> parsed = new ArrayList<>();
        for (String text : texts) {
            try {
                parsed.add(parsing.apply(text));
            } catch (IllegalArgumentException unreadable) {
                throw new InvalidSettingException(setting, String.valueOf(unreadable.getMessage()));
            }
        }
        return parsed;
    }
}
