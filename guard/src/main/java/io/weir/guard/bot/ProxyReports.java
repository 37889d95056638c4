package io.weir.guard.bot;

import io.weir.policy.rule.Request;
import java.util.Optional;
import java.util.Set;

/** What a proxy says about the sender of a request. */
final class ProxyReports {

    private static final int LONGEST_NUMBER = 3;

    private ProxyReports() {}

    /** Returns the points of the reputation. */
    static int addTo(Set<BotSignal> signals, Request request, UserAgent agent, ProxySignals proxy) {
        int reputation = points(value(request, proxy.reputation()));
        if (reputation > 0) {
            signals.add(BotSignal.REPUTATION);
        }
        if (value(request, proxy.hosting()).equals("true")) {
            signals.add(BotSignal.HOSTING_NETWORK);
        }
        String ja4 = value(request, proxy.ja4());
        if (agent.isBrowser()
                && !ja4.isEmpty()
                && proxy.contradicts().test(ja4, agent.family().word())) {
            signals.add(BotSignal.JA4_CONTRADICTS);
        }
        return reputation;
    }

    private static String value(Request request, Optional<String> header) {
        return header.map(name -> HeaderSignals.value(request, name)).orElse("");
    }

    /** Returns 0 for what is no number. */
    private static int points(String text) {
        boolean isNumber = !text.isEmpty()
                && text.length() <= LONGEST_NUMBER
                && text.chars().allMatch(each -> each >= '0' && each <= '9');
        return isNumber ? Integer.parseInt(text) : 0;
    }
}
