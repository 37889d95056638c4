package io.weir.guard.bot;

import java.util.Locale;

/** A reason to take a client for a program, with its points; or a proof to the contrary, with negative points. */
public enum BotSignal {
    /** There is no User-Agent. */
    NO_AGENT(60),

    /** The User-Agent is one of a library, a command or a crawler, such as curl or Googlebot. */
    TOOL_AGENT(60),

    /** The User-Agent or the client hints name a browser without a window. */
    HEADLESS_AGENT(70),

    /** The User-Agent is neither that of a browser nor allowed. */
    NOT_A_BROWSER_FORM(40),

    /** The client has asked for a honeypot, or filled in a field that people do not see, within a day. */
    HONEYPOT(90),

    /** The headers are in an order in which the browser that the User-Agent names does not send them. */
    ORDER_CONTRADICTS(15),

    /** More than ten User-Agents in two minutes from one device, user or address. */
    AGENT_CHANGES(20),

    /** A cookie was not sent back on five occasions. */
    COOKIE_NOT_KEPT(15),

    /** More than half of at least 20 responses had a status from 400 to 499. */
    ERRORS(25),

    /** The client hints name another browser, version or platform than the User-Agent. */
    HINTS_CONTRADICT(60),

    /** A browser that sends fetch metadata over TLS sent none. */
    NO_FETCH_METADATA(45),

    /** A Chromium that sends client hints over TLS sent none. */
    NO_CLIENT_HINTS(15),

    /** A browser sent no Accept-Language. */
    NO_LANGUAGE(25),

    /** A browser accepts no compression. */
    NO_COMPRESSION(15),

    /** A browser asked for a page without saying that it wants one. */
    ANY_ACCEPT(15),

    /** The request is one of HTTP/1.0. */
    OLD_HTTP(15),

    /** The time between requests for different paths hardly varies: by less than 15 %. */
    REGULAR_TIMING(45),

    /** The time between requests for different paths varies little: by less than 30 %. */
    EVEN_TIMING(15),

    /** At least 60 paths in ten minutes, most of them new. */
    BREADTH(25),

    /** Eight numbered paths one after the other, whatever few others are asked for between them. */
    SEQUENCE(30),

    /** The TLS handshake is not one of the browser that the User-Agent names. */
    JA4_CONTRADICTS(40),

    /** What a proxy says about the address; the points are what it says, up to these. */
    REPUTATION(60),

    /** The address belongs to a network of servers, as a proxy says. */
    HOSTING_NETWORK(20),

    /** The client has passed a challenge within the last hour. */
    CHALLENGE_PASSED(-60),

    /** The device has logged in before, as a signed cookie proves. */
    KNOWN_DEVICE(-40);

    private final int points;
    private final String word = name().toLowerCase(Locale.ROOT).replace('_', '-');

    BotSignal(int points) {
        this.points = points;
    }

    public int points() {
        return points;
    }

    /** Returns the name in JSON and logs, such as {@code no-agent}. */
    public String word() {
        return word;
    }
}
