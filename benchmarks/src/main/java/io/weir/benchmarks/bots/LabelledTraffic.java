package io.weir.benchmarks.bots;

import io.weir.classify.IpAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/*
 * Half an hour. How many requests a class has follows from what its clients do in this time, and decides about every figure for
 * all classes together:
 *
 *     tools            one request a second or two, half of them in order
 *     browsers of bots three requests for a page, every few seconds
 *     people           pauses between pages with a median of 8 s, and a call and pictures for some pages
 */
/** The requests of bots and people, in the order of their time. */
final class LabelledTraffic {

    private static final long SECOND = 1_000_000;
    private static final long END = 30 * 60 * SECOND;

    private final List<Visit> visits = new ArrayList<>();
    private final ClientTrace trace;
    private final TrafficPart part;
    private final Random random;
    private int clients;
    private int addresses;

    private LabelledTraffic(ClientTrace trace, TrafficPart part) {
        this.trace = trace;
        this.part = part;
        this.random = new Random(part.seed());
    }

    /** @param share of the clients of the whole traffic */
    static List<Visit> of(ClientTrace trace, TrafficPart part, double share) {
        LabelledTraffic traffic = new LabelledTraffic(trace, part);
        traffic.bots(share);
        traffic.people(share);
        traffic.visits.sort(Comparator.comparingLong(Visit::atMicros));
        return traffic.visits;
    }

    private void bots(double share) {
        repeat(24 * share, this::tool);
        repeat(24 * share, this::fakedTool);
        repeat(20 * share, this::copiedHeaders);
        repeat(20 * share, this::changingAgents);
        repeat(16 * share, () -> headless(TrafficClass.HEADLESS, "as-it-is"));
        repeat(16 * share, () -> headless(TrafficClass.FAKED_HEADLESS, "faked"));
        repeat(10 * share, this::drivenBrowser);
        repeat(200 * share, this::oneOfManyAddresses);
        repeat(1_000 * share, this::stuffing);
        repeat(50 * share, this::signUps);
    }

    private void people(double share) {
        repeat(2_000 * share, () -> person(TrafficClass.BROWSERS, newAddress(), false));
        repeat(150 * share, this::tabs);
        repeat(Math.max(1, 3 * share), this::office);
        repeat(200 * share, () -> person(TrafficClass.PRIVATE, newAddress(), true));
        repeat(50 * share, this::gallery);
        repeat(100 * share, this::dashboard);
        repeat(200 * share, this::app);
    }

    private static void repeat(double times, Runnable client) {
        for (int i = 0; i < times; i++) {
            client.run();
        }
    }

    private IpAddress newAddress() {
        int number = addresses++;
        return IpAddress.parse("198." + (18 + (number >> 16)) + "." + (number >> 8 & 255) + "." + (number & 255))
                .orElseThrow();
    }

    private Visitor visitor(TrafficClass kind, IpAddress address, boolean keepsCookies) {
        return new Visitor(visits, clients++, kind, address, keepsCookies);
    }

    private Visitor bot(TrafficClass kind, boolean keepsCookies) {
        return visitor(kind, newAddress(), keepsCookies);
    }

    private String page(int number) {
        return String.format(Locale.ROOT, part.page(), number);
    }

    private String call(int number) {
        return String.format(Locale.ROOT, part.call(), number);
    }

    private long begin() {
        return (long) (random.nextDouble() * 60 * SECOND);
    }

    /** Returns a pause of which half are longer. */
    private long pause(double medianSeconds, double deviation) {
        return Math.max(1, (long) (SECOND * medianSeconds * Math.exp(deviation * random.nextGaussian())));
    }

    private String anyTool() {
        return part.tools().get(random.nextInt(part.tools().size()));
    }

    private void tool() {
        crawl(bot(TrafficClass.TOOLS, false), trace.get("as-it-is", anyTool(), "start"));
    }

    private void fakedTool() {
        CapturedRequest as = random.nextInt(4) == 0
                ? trace.get("tutorial", "requests", "start")
                : trace.get("faked", anyTool(), "start");
        crawl(bot(TrafficClass.FAKED_TOOLS, random.nextBoolean()), as);
    }

    private void crawl(Visitor bot, CapturedRequest as) {
        boolean isInOrder = random.nextBoolean();
        double seconds = 1 + random.nextDouble();
        int number = random.nextInt(10_000);
        for (long at = begin(); at < END; at += pause(seconds, 0.1)) {
            number = isInOrder ? number + 1 : random.nextInt(10_000);
            bot.get(at, page(number), as);
        }
    }

    private CapturedRequest copied() {
        return BrowserHeaders.of(trace, part, random).of("product");
    }

    private void copiedHeaders() {
        Visitor bot = bot(TrafficClass.COPIED_HEADERS, random.nextBoolean());
        CapturedRequest as = copied();
        double seconds = 1 + 4 * random.nextDouble();
        for (long at = begin(); at < END; at += pause(seconds, 0.03)) {
            bot.get(at, page(random.nextInt(10_000)), as);
        }
    }

    private void changingAgents() {
        Visitor bot = bot(TrafficClass.CHANGING_AGENTS, random.nextBoolean());
        CapturedRequest as = trace.get("person", "chromium", "product");
        for (long at = begin(); at < END; at += pause(2, 0.8)) {
            Map<String, String> headers = new LinkedHashMap<>(as.headers());
            headers.put("user-agent", copied().headers().getOrDefault("user-agent", ""));
            bot.get(at, page(random.nextInt(10_000)), BrowserHeaders.with(as, headers));
        }
    }

    private void headless(TrafficClass kind, String way) {
        Visitor bot = bot(kind, true);
        for (long at = begin(); at < END; at += pause(4, 0.6)) {
            int number = random.nextInt(10_000);
            bot.get(at, page(number), trace.get(way, "headless", "product"));
            bot.get(at + SECOND / 10, call(number), trace.get(way, "headless", "stock"));
            bot.get(at + SECOND / 8, "/picture/" + number, trace.get(way, "headless", "picture.png"));
        }
    }

    private void drivenBrowser() {
        Visitor bot = bot(TrafficClass.DRIVEN_BROWSER, true);
        BrowserHeaders browser = BrowserHeaders.of(trace, part, random);
        int number = random.nextInt(10_000);
        for (long at = begin(); at < END; at += pause(8, 0.9)) {
            bot.get(at, page(++number), browser.of("product"));
            bot.get(at + SECOND / 10, call(number), browser.of("stock"));
        }
    }

    /** Half of a botnet is a library with a browser's agent, the other half has copied all headers. */
    private void oneOfManyAddresses() {
        boolean isTool = random.nextBoolean();
        Visitor bot = bot(TrafficClass.MANY_ADDRESSES, random.nextBoolean());
        CapturedRequest as = isTool ? trace.get("faked", anyTool(), "start") : copied();
        for (long at = begin(); at < END; at += pause(60, 0.4)) {
            bot.get(at, page(random.nextInt(10_000)), as);
        }
    }

    private void stuffing() {
        boolean isCopy = random.nextInt(4) == 0;
        Visitor bot = bot(TrafficClass.STUFFING, isCopy);
        CapturedRequest as = isCopy
                ? trace.get("tutorial", "requests", "start")
                : trace.get(random.nextBoolean() ? "faked" : "as-it-is", anyTool(), "start");
        long at = begin();
        for (int i = 0; i < 20; i++) {
            bot.post(at, "/login", as, 401);
            at += pause(60, 0.5);
        }
    }

    private void signUps() {
        Visitor bot = bot(TrafficClass.SIGN_UPS, true);
        BrowserHeaders browser = BrowserHeaders.of(trace, part, random);
        for (long at = begin(); at < END; at += pause(60, 0.5)) {
            bot.get(at, "/sign-up", browser.of("product"));
            bot.fillTrap(at + 2 * SECOND, "/sign-up", browser.of("product"));
        }
    }

    private void person(TrafficClass kind, IpAddress address, boolean isPrivate) {
        BrowserHeaders some = BrowserHeaders.of(trace, part, random);
        BrowserHeaders browser = isPrivate ? some.withoutHints() : some;
        Visitor person = visitor(kind, address, !isPrivate);
        long at = 10 * begin();
        person.get(at, "/", browser.of("start"));
        int pages = 5 + random.nextInt(35);
        for (int i = 0; i < pages && at < END; i++) {
            at += pause(8, 0.9);
            look(person, browser, at);
        }
    }

    private void look(Visitor person, BrowserHeaders browser, long at) {
        int number = random.nextInt(2_000);
        person.get(at, random.nextInt(4) == 0 ? "/search" : page(number), browser.of("product"));
        if (random.nextBoolean()) {
            person.get(at + pause(0.1, 0.4), call(number), browser.of("stock"));
        }
        for (int picture = random.nextInt(3); picture > 0; picture--) {
            person.get(at + pause(0.15, 0.4), "/picture/" + random.nextInt(4_000), browser.of("picture.png"));
        }
    }

    private void tabs() {
        BrowserHeaders browser = BrowserHeaders.of(trace, part, random);
        Visitor person = visitor(TrafficClass.TABS, newAddress(), true);
        person.get(1, "/", browser.of("start"));
        for (long at = begin() + SECOND; at < END; at += pause(120, 0.6)) {
            for (int tab = 0; tab < 10; tab++) {
                look(person, browser, at + pause(0.8, 0.8));
            }
        }
    }

    private void office() {
        IpAddress address = newAddress();
        repeat(200, () -> person(TrafficClass.OFFICE, address, false));
    }

    private void gallery() {
        BrowserHeaders browser = BrowserHeaders.of(trace, part, random);
        Visitor person = visitor(TrafficClass.GALLERY, newAddress(), true);
        int number = random.nextInt(10_000);
        long at = begin();
        for (int i = 0; i < 150; i++) {
            person.get(at, page(++number), browser.of("product"));
            person.get(at + SECOND / 10, "/picture/" + number, browser.of("picture.png"));
            at += pause(4, 0.7);
        }
    }

    private void dashboard() {
        BrowserHeaders browser = BrowserHeaders.of(trace, part, random);
        Visitor person = visitor(TrafficClass.DASHBOARD, newAddress(), true);
        person.get(0, "/", browser.of("start"));
        for (long at = 5 * SECOND; at < END; at += pause(5, 0.01)) {
            person.get(at, "/dashboard/data", browser.of("stock"));
            if (random.nextInt(20) == 0) {
                person.get(at + SECOND, "/dashboard/alerts", browser.of("stock"));
            }
        }
    }

    private void app() {
        Visitor person = visitor(TrafficClass.APP, newAddress(), true);
        CapturedRequest as = trace.get("app", "okhttp", "stock");
        for (long at = begin(); at < END; at += pause(15, 1.0)) {
            person.get(at, random.nextBoolean() ? "/api/orders" : call(random.nextInt(2_000)), as);
        }
    }
}
