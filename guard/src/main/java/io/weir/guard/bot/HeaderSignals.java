package io.weir.guard.bot;

import io.weir.classify.IpAddress;
import io.weir.guard.bot.UserAgent.Family;
import io.weir.guard.bot.UserAgent.Kind;
import io.weir.guard.bot.UserAgent.Platform;
import io.weir.policy.rule.BotTerms;
import io.weir.policy.rule.Request;
import java.util.EnumSet;
import java.util.Set;

/** What the headers of one request say, compared with what the browser that it names would send. */
final class HeaderSignals {

    /** Facts of the edge that read the request; without them the signals that need them are left out. */
    static final String SECURE = "secure";

    static final String HEADER_ORDER = "header-order";
    static final String PROTOCOL = "protocol";

    static final String AGENT = "user-agent";
    static final String LANGUAGE = "accept-language";
    static final String ENCODING = "accept-encoding";
    static final String BRANDS = "sec-ch-ua";
    static final String PLATFORM = "sec-ch-ua-platform";
    private static final String ACCEPT = "accept";
    private static final String FETCH_SITE = "sec-fetch-site";
    private static final String FETCH_MODE = "sec-fetch-mode";

    static final Set<String> NAMES =
            Set.of(AGENT, LANGUAGE, ENCODING, BRANDS, PLATFORM, ACCEPT, FETCH_SITE, FETCH_MODE);

    private static final int MOST_CHARACTERS = 512;

    private final Request request;
    private final UserAgent agent;
    private final EnumSet<BotSignal> signals = EnumSet.noneOf(BotSignal.class);

    private HeaderSignals(Request request, UserAgent agent) {
        this.request = request;
        this.agent = agent;
    }

    static EnumSet<BotSignal> of(Request request, UserAgent agent, BotTerms terms) {
        HeaderSignals header = new HeaderSignals(request, agent);
        header.readAgent(terms);
        if (agent.isBrowser()) {
            header.compareWithBrowsers();
        }
        return header.signals;
    }

    /** Returns the beginning of a header; empty if there is none. */
    static String value(Request request, String name) {
        String value = request.headers().getOrDefault(name, "");
        return value.length() > MOST_CHARACTERS ? value.substring(0, MOST_CHARACTERS) : value;
    }

    private void addIf(boolean given, BotSignal signal) {
        if (given) {
            signals.add(signal);
        }
    }

    private void readAgent(BotTerms terms) {
        boolean isAllowed = agent.kind() != Kind.MISSING && terms.allows(value(request, AGENT));
        addIf(agent.kind() == Kind.MISSING, BotSignal.NO_AGENT);
        addIf(agent.kind() == Kind.HEADLESS || value(request, BRANDS).contains("Headless"), BotSignal.HEADLESS_AGENT);
        addIf(agent.kind() == Kind.TOOL && !isAllowed, BotSignal.TOOL_AGENT);
        addIf(agent.kind() == Kind.OTHER && !isAllowed, BotSignal.NOT_A_BROWSER_FORM);
        addIf(request.facts().getOrDefault(PROTOCOL, "").equals("HTTP/1.0"), BotSignal.OLD_HTTP);
    }

    private void compareWithBrowsers() {
        String language = value(request, LANGUAGE).trim();
        addIf(language.isEmpty() || language.equals("*"), BotSignal.NO_LANGUAGE);
        addIf(!value(request, ENCODING).contains("gzip"), BotSignal.NO_COMPRESSION);
        String accept = value(request, ACCEPT).trim();
        boolean isNavigation = value(request, FETCH_MODE).equals("navigate");
        addIf(isNavigation && (accept.isEmpty() || accept.equals("*/*")), BotSignal.ANY_ACCEPT);
        addIf(hintsContradict(), BotSignal.HINTS_CONTRADICT);
        addIf(orderContradicts(), BotSignal.ORDER_CONTRADICTS);
        if (isTrustworthy()) {
            addIf(sendsFetchMetadata() && value(request, FETCH_SITE).isEmpty(), BotSignal.NO_FETCH_METADATA);
            addIf(sendsHints() && value(request, BRANDS).isEmpty(), BotSignal.NO_CLIENT_HINTS);
        }
    }

    /** Browsers send hints and fetch metadata over TLS, and to their own machine. */
    private boolean isTrustworthy() {
        return request.facts().getOrDefault(SECURE, "").equals("true")
                || request.address().filter(IpAddress::isLoopback).isPresent();
    }

    private boolean sendsFetchMetadata() {
        return !agent.webView()
                && (agent.isAtLeast(Family.CHROMIUM, 89, 0)
                        || agent.isAtLeast(Family.FIREFOX, 90, 0)
                        || agent.isAtLeast(Family.SAFARI, 16, 4));
    }

    private boolean sendsHints() {
        return !agent.webView() && agent.isAtLeast(Family.CHROMIUM, 89, 0);
    }

    private boolean hintsContradict() {
        String brands = value(request, BRANDS);
        if (brands.isEmpty()) {
            return false;
        }
        int version = chromiumVersion(brands);
        boolean isOtherVersion = version > 0 && agent.major() > 0 && version != agent.major();
        return agent.family() != Family.CHROMIUM || isOtherVersion || isOtherPlatform();
    }

    /** Returns 138 for {@code "Chromium";v="138", "Not)A;Brand";v="8"}; 0 if no such brand is there. */
    private static int chromiumVersion(String brands) {
        String before = "\"Chromium\";v=\"";
        int at = brands.indexOf(before);
        int version = 0;
        for (int i = at + before.length(); at >= 0 && i < brands.length(); i++) {
            int digit = brands.charAt(i) - '0';
            if (digit < 0 || digit > 9 || version > 9_999) {
                break;
            }
            version = version * 10 + digit;
        }
        return version;
    }

    private boolean isOtherPlatform() {
        String hint = value(request, PLATFORM).replace("\"", "").trim().replace("Chromium OS", "Chrome OS");
        return !hint.isEmpty()
                && !hint.equals("Unknown")
                && agent.platform() != Platform.OTHER
                && !hint.equals(agent.platform().hint());
    }

    /** Chromium names the encodings before the languages, Firefox the languages before the encodings. */
    private boolean orderContradicts() {
        String order = "," + request.facts().getOrDefault(HEADER_ORDER, "") + ",";
        int language = order.indexOf("," + LANGUAGE + ",");
        int encoding = order.indexOf("," + ENCODING + ",");
        if (language < 0 || encoding < 0) {
            return false;
        }
        return switch (agent.family()) {
            case CHROMIUM -> language < encoding;
            case FIREFOX -> encoding < language;
            case SAFARI, OTHER -> false;
        };
    }
}
