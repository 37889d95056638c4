package io.weir.guard.bot;

import static io.weir.guard.bot.Browsing.chrome;
import static io.weir.guard.bot.Browsing.curl;
import static io.weir.guard.bot.Browsing.firefox;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.classify.Cidr;
import io.weir.policy.rule.BotTerms;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.Glob;
import io.weir.policy.rule.PathPattern;
import io.weir.policy.rule.Request;
import io.weir.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

final class BotClassifierTest {

    private static final String IP = "192.0.2.1";

    private final ManualTime time = ManualTime.create();
    private final BotTerms terms = new BotTerms(
            List.of(PathPattern.parse("/wp-login.php"), PathPattern.parse("/internal/**")),
            List.of(new Glob("ShopApp/*")));
    private final BotConfig config = BotConfig.of(time).withTerms(() -> terms).withSubjects(1_024);
    private final BotClassifier classifier = new BotClassifier(config);

    private static Request without(Request request, String header) {
        Map<String, String> rest = new HashMap<>(request.headers());
        rest.remove(header);
        return new Request(
                request.method(),
                request.host(),
                request.path(),
                request.address(),
                request.caller(),
                rest,
                request.key(),
                1,
                request.facts());
    }

    /** Classifies the request, and returns the score that the next one like it would have. */
    private BotScore after(Request request) {
        classifier.classify(request);
        return classifier.score(request);
    }

    private void requireReasons(Request request, BotSignal... reasons) {
        assertThat(classifier.score(request).reasons()).containsExactlyInAnyOrder(reasons);
    }

    private Request page(int number) {
        return chrome(
                IP, "/products/p" + "abcdefghijklmnopqrstuvwxyz".charAt(number % 26) + "/" + (number * 7919 % 100_003));
    }

    @Test
    void aBrowserHasNoScore() {
        assertThat(classifier.score(chrome(IP, "/"))).isEqualTo(new BotScore(0, BotBand.NONE, Set.of()));
        assertThat(classifier.score(firefox(IP, "/")).points()).isZero();
    }

    @Test
    void eachSignalOfHeadersAloneHasItsReason() {
        requireReasons(without(curl(IP, "/"), "user-agent"), BotSignal.NO_AGENT);
        requireReasons(curl(IP, "/"), BotSignal.TOOL_AGENT);
        requireReasons(
                curl(IP, "/").withHeader("user-agent", Browsing.CHROME_AGENT.replace("Chrome", "HeadlessChrome")),
                BotSignal.HEADLESS_AGENT);
        requireReasons(curl(IP, "/").withHeader("user-agent", "Shop/1.0"), BotSignal.NOT_A_BROWSER_FORM);
        requireReasons(without(chrome(IP, "/"), "accept-language"), BotSignal.NO_LANGUAGE);
        requireReasons(chrome(IP, "/").withHeader("accept-language", "*"), BotSignal.NO_LANGUAGE);
        requireReasons(chrome(IP, "/").withHeader("accept-encoding", "identity"), BotSignal.NO_COMPRESSION);
        requireReasons(chrome(IP, "/").withHeader("accept", "*/*"), BotSignal.ANY_ACCEPT);
        requireReasons(without(chrome(IP, "/"), "sec-fetch-site"), BotSignal.NO_FETCH_METADATA);
        requireReasons(without(firefox(IP, "/"), "sec-fetch-site"), BotSignal.NO_FETCH_METADATA);
        requireReasons(without(chrome(IP, "/"), "sec-ch-ua"), BotSignal.NO_CLIENT_HINTS);
        requireReasons(chrome(IP, "/").withHeader("sec-ch-ua", "\"Chromium\";v=\"156\""), BotSignal.HINTS_CONTRADICT);
        requireReasons(chrome(IP, "/").withHeader("sec-ch-ua-platform", "\"Linux\""), BotSignal.HINTS_CONTRADICT);
        requireReasons(firefox(IP, "/").withHeader("sec-ch-ua", "\"Chromium\";v=\"138\""), BotSignal.HINTS_CONTRADICT);
        requireReasons(
                chrome(IP, "/").withHeader("sec-ch-ua", "\"Chromium\";v=\"138\", \"HeadlessChrome\";v=\"138\""),
                BotSignal.HEADLESS_AGENT);
        requireReasons(
                chrome(IP, "/").withFact("header-order", "host,user-agent,accept,accept-language,accept-encoding"),
                BotSignal.ORDER_CONTRADICTS);
        requireReasons(
                firefox(IP, "/").withFact("header-order", "host,user-agent,accept,accept-encoding,accept-language"),
                BotSignal.ORDER_CONTRADICTS);
        requireReasons(chrome(IP, "/").withFact("protocol", "HTTP/1.0"), BotSignal.OLD_HTTP);
    }

    @Test
    void hintsAndFetchMetadataAreExpectedOverTlsAndOnThisMachineOnly() {
        UnaryOperator<Request> bare = request -> without(without(request, "sec-ch-ua"), "sec-fetch-site");
        requireReasons(bare.apply(chrome(IP, "/")).withFact("secure", "false"));
        requireReasons(
                bare.apply(chrome("127.0.0.1", "/")).withFact("secure", "false"),
                BotSignal.NO_CLIENT_HINTS,
                BotSignal.NO_FETCH_METADATA);
    }

    @Test
    void oldBrowsersAndViewsSendNoHints() {
        Request old = without(without(chrome(IP, "/"), "sec-ch-ua"), "sec-fetch-site")
                .withHeader("user-agent", Browsing.CHROME_AGENT.replace("138", "80"));
        requireReasons(old);
        Request view = without(without(chrome(IP, "/"), "sec-ch-ua"), "sec-fetch-site")
                .withHeader(
                        "user-agent",
                        "Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko)"
                                + " Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36");
        requireReasons(without(view, "sec-ch-ua-platform"));
    }

    @Test
    void anAllowedProgramNeedNotLookLikeABrowser() {
        requireReasons(curl(IP, "/").withHeader("user-agent", "ShopApp/3.1 okhttp/4.12"));
        requireReasons(curl(IP, "/").withHeader("user-agent", "ShopApp"), BotSignal.NOT_A_BROWSER_FORM);
    }

    @Test
    void aHoneypotIsRememberedForADay() {
        classifier.classify(chrome(IP, "/internal/keys"));
        requireReasons(chrome(IP, "/"), BotSignal.HONEYPOT);
        assertThat(classifier.score(chrome(IP, "/")).band()).isEqualTo(BotBand.CERTAIN);
        assertThat(classifier.score(chrome("192.0.2.2", "/")).band()).isEqualTo(BotBand.NONE);
        time.advance(Duration.ofMinutes(24 * 60 - 1));
        requireReasons(chrome(IP, "/"), BotSignal.HONEYPOT);
        time.advance(Duration.ofMinutes(1));
        requireReasons(chrome(IP, "/"));
    }

    @Test
    void aFieldThatPeopleDoNotSeeIsAHoneypot() {
        classifier.trapped(chrome(IP, "/sign-up"));
        requireReasons(chrome(IP, "/"), BotSignal.HONEYPOT);
        classifier.classify(chrome("192.0.2.2", "/sign-up").withFact("honeypot", "website"));
        assertThat(classifier.score(chrome("192.0.2.2", "/")).reasons()).containsExactly(BotSignal.HONEYPOT);
    }

    @Test
    void aRequestThatIsOnlyDescribedLeavesNoTrace() {
        Request described = classifier.describe(chrome(IP, "/wp-login.php"));
        assertThat(described.fact("bot")).hasValue("certain");
        assertThat(described.fact("fingerprint"))
                .isEqualTo(classifier.classify(chrome(IP, "/")).fact("fingerprint"));
        requireReasons(chrome(IP, "/"));
    }

    @Test
    void aClientAtAFixedPaceIsRegular() {
        for (int i = 0; i < 10; i++) {
            assertThat(classifier.score(page(i)).reasons()).isEmpty();
            classifier.classify(page(i));
            time.advance(Duration.ofSeconds(3));
        }
        requireReasons(page(10), BotSignal.REGULAR_TIMING);
    }

    @Test
    void aClientAtAnAlmostFixedPaceIsEven() {
        Random random = new Random(1);
        for (int i = 0; i < 40; i++) {
            classifier.classify(page(i));
            time.advanceMicros((long) (3_000_000 * Math.exp(0.22 * random.nextGaussian())));
        }
        requireReasons(page(40), BotSignal.EVEN_TIMING);
    }

    @Test
    void aPersonIsNeitherRegularNorBroad() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            String ip = "198.51.100." + seed % 250;
            BotClassifier fresh = new BotClassifier(config);
            for (int i = 0; i < 30; i++) {
                Request request = chrome(ip, "/products/" + random.nextInt(10_000));
                assertThat(fresh.score(request).points()).as("seed %d", seed).isLessThan(60);
                fresh.classify(request);
                time.advanceMicros(Browsing.pauseMicros(random));
            }
        }
    }

    @Test
    void aDashboardThatPollsIsNoBot() {
        for (int i = 0; i < 1_000; i++) {
            classifier.classify(chrome(IP, "/dashboard/data"));
            time.advance(Duration.ofSeconds(5));
        }
        requireReasons(chrome(IP, "/dashboard/data"));
    }

    @Test
    void tenTabsAtOnceAreNoBot() {
        Random random = new Random(3);
        for (int round = 0; round < 5; round++) {
            for (int tab = 0; tab < 10; tab++) {
                classifier.classify(chrome(IP, "/products/" + random.nextInt(100_000)));
                time.advanceMicros(20_000 + random.nextInt(300_000));
            }
            time.advanceMicros(20 * Browsing.pauseMicros(random));
        }
        assertThat(classifier.score(chrome(IP, "/")).points()).isLessThan(60);
    }

    @Test
    void anOfficeBehindOneAddressIsNoBot() {
        Random random = new Random(4);
        for (int i = 0; i < 2_000; i++) {
            int person = random.nextInt(200);
            String agent = Browsing.CHROME_AGENT.replace("138", Integer.toString(70 + person % 15));
            Request request = without(
                            without(chrome(IP, "/products/" + random.nextInt(1_000)), "sec-ch-ua"), "sec-fetch-site")
                    .withHeader("user-agent", agent + (person < 100 ? "" : " Edg/100." + person));
            assertThat(classifier.score(request).points()).isLessThan(60);
            classifier.classify(request);
            time.advanceMicros(random.nextInt(80_000));
        }
    }

    @Test
    void manyAgentsOfOneAddressAreASignal() {
        for (int i = 0; i < 12; i++) {
            classifier.classify(
                    firefox(IP, "/").withHeader("user-agent", Browsing.FIREFOX_AGENT.replace("140", "1" + (10 + i))));
        }
        requireReasons(firefox(IP, "/"), BotSignal.AGENT_CHANGES);
        time.advance(Duration.ofMinutes(2));
        requireReasons(firefox(IP, "/"));
    }

    @Test
    void aClientThatAsksForManyNewPathsIsBroad() {
        Random random = new Random(5);
        for (int i = 0; i < 75; i++) {
            classifier.classify(page(i));
            time.advanceMicros(1 + (long) (2_000_000 * Math.exp(0.9 * random.nextGaussian())));
        }
        requireReasons(page(76), BotSignal.BREADTH);
        time.advance(Duration.ofMinutes(10));
        classifier.classify(page(76));
        requireReasons(page(76), BotSignal.BREADTH);
        time.advance(Duration.ofMinutes(10));
        requireReasons(page(76));
    }

    @Test
    void oneWhoComesBackToTheSamePathsIsNotBroad() {
        Random random = new Random(6);
        for (int i = 0; i < 300; i++) {
            classifier.classify(page(i % 100));
            time.advanceMicros((long) (500_000 * Math.exp(0.9 * random.nextGaussian())));
        }
        requireReasons(page(1));
    }

    @Test
    void eightNumbersInARowAreASequence() {
        Random random = new Random(7);
        for (int i = 41; i < 48; i++) {
            classifier.classify(chrome(IP, "/products/" + i + "/reviews"));
            time.advanceMicros(Browsing.pauseMicros(random));
        }
        requireReasons(chrome(IP, "/"));
        requireReasons(chrome(IP, "/products/48/reviews"), BotSignal.SEQUENCE);
        requireReasons(chrome(IP, "/products/40/reviews"));
    }

    @Test
    void callsOfThePagesDoNotEndASequence() {
        Random random = new Random(7);
        for (int i = 41; i < 49; i++) {
            classifier.classify(chrome(IP, "/products/" + i));
            classifier.classify(chrome(IP, "/style.css"));
            classifier.classify(chrome(IP, "/stock/" + i));
            classifier.classify(chrome(IP, "/pictures/" + random.nextInt(10_000)));
            time.advanceMicros(Browsing.pauseMicros(random));
        }
        requireReasons(chrome(IP, "/"), BotSignal.SEQUENCE);
    }

    @Test
    void fivePagesThatAreNotInOrderEndASequence() {
        Random random = new Random(7);
        for (int i = 41; i < 60; i++) {
            int page = i % 4 == 0 ? 0 : i;
            for (int other = 0; other < (page == 0 ? 5 : 0); other++) {
                classifier.classify(chrome(IP, "/products/" + 100 * (i + other)));
                time.advanceMicros(Browsing.pauseMicros(random));
            }
            classifier.classify(chrome(IP, "/products/" + page));
            time.advanceMicros(Browsing.pauseMicros(random));
        }
        requireReasons(chrome(IP, "/"));
    }

    @Test
    void responsesThatAreMostlyErrorsAreASignal() {
        Request request = chrome(IP, "/");
        classifier.classify(request);
        for (int i = 0; i < 20; i++) {
            classifier.responded(request, i % 2 == 0 ? 404 : 200);
        }
        requireReasons(request);
        classifier.responded(request, 401);
        requireReasons(request, BotSignal.ERRORS);
    }

    @Test
    void ourOwnRefusalsAndErrorsOfTheServerAreNoErrorsOfTheClient() {
        Request request = chrome(IP, "/");
        for (int i = 0; i < 50; i++) {
            classifier.responded(request, i % 2 == 0 ? 429 : 503);
        }
        requireReasons(request);
    }

    @Test
    void aCookieThatIsNotKeptIsASignalAfterFiveOccasions() {
        BotClassifier withCookie = new BotClassifier(config.withCookie("shop"));
        Request bare = chrome(IP, "/");
        for (int i = 0; i < 20; i++) {
            withCookie.classify(bare);
        }
        assertThat(withCookie.score(bare).reasons())
                .as("all before the first response")
                .isEmpty();
        Random random = new Random(8);
        for (int i = 0; i < 5; i++) {
            time.advanceMicros(1_100_000 + random.nextInt(9_000_000));
            assertThat(withCookie
                            .score(chrome(IP, "/").withHeader("cookie", "workshop=1"))
                            .reasons())
                    .hasSize(i == 4 ? 1 : 0);
            withCookie.classify(bare);
        }
        assertThat(withCookie.score(bare).reasons()).containsExactly(BotSignal.COOKIE_NOT_KEPT);
        assertThat(withCookie.score(bare.withHeader("cookie", "a=b; shop=1")).reasons())
                .isEmpty();
        assertThat(withCookie.headers()).contains("cookie");
        assertThat(classifier.headers()).doesNotContain("cookie");
    }

    @Test
    void proxiesMaySayWhatTheyKnow() {
        BotClassifier behind = new BotClassifier(config.withProxy(ProxySignals.NONE
                .withReputation("X-Reputation")
                .withHosting("X-Hosting")
                .withJa4("X-JA4", (ja4, family) -> family.equals("chromium") && !ja4.startsWith("t13d15"))));
        Request request = chrome(IP, "/");
        assertThat(behind.score(request.withHeader("x-reputation", "45")).points())
                .isEqualTo(45);
        assertThat(behind.score(request.withHeader("x-reputation", "999")).points())
                .isEqualTo(60);
        assertThat(behind.score(request.withHeader("x-reputation", "-9")).points())
                .isZero();
        assertThat(behind.score(request.withHeader("x-hosting", "true")).words())
                .containsExactly("hosting-network");
        assertThat(behind.score(request.withHeader("x-ja4", "t13d1715h2_5b57614c22b0"))
                        .words())
                .containsExactly("ja4-contradicts");
        assertThat(behind.score(request.withHeader("x-ja4", "t13d1516h2_8daaf6152771"))
                        .points())
                .isZero();
        assertThat(behind.headers()).contains("x-reputation", "x-hosting", "x-ja4");
    }

    @Test
    void onlyProofsLowerAScore() {
        Request bot = without(curl(IP, "/"), "user-agent");
        assertThat(after(bot).points()).isEqualTo(60);
        classifier.passedChallenge(bot);
        assertThat(classifier.score(bot).points()).isZero();
        assertThat(classifier.score(bot).words()).containsExactly("no-agent", "challenge-passed");
        time.advance(Duration.ofMinutes(60));
        assertThat(classifier.score(bot).points()).isEqualTo(60);
        assertThat(classifier.score(bot.withFact("device", "d1")).points()).isEqualTo(20);
    }

    @Test
    void aProofDoesNotClearWhatIsCertainTwice() {
        classifier.classify(without(curl(IP, "/wp-login.php"), "user-agent"));
        assertThat(classifier.score(without(curl(IP, "/"), "user-agent")).points())
                .as("60 and 90 are capped")
                .isEqualTo(100);
        classifier.passedChallenge(without(curl(IP, "/"), "user-agent"));
        assertThat(classifier.score(without(curl(IP, "/"), "user-agent")).points())
                .isEqualTo(90);
    }

    @Test
    void aVerifiedCrawlerHasABandOfItsOwn() {
        BotClassifier knowing = new BotClassifier(
                config.withCrawlers(VerifiedCrawlers.of(Map.of("GoodBot", List.of(Cidr.parse("192.0.2.0/24"))))));
        Request crawler = curl(IP, "/").withHeader("user-agent", "GoodBot/2.1");
        assertThat(knowing.score(crawler).band()).isEqualTo(BotBand.VERIFIED);
        assertThat(knowing.score(curl("198.51.100.1", "/").withHeader("user-agent", "GoodBot/2.1"))
                        .band())
                .isEqualTo(BotBand.LIKELY);
        assertThat(knowing.score(curl(IP, "/")).band()).isEqualTo(BotBand.LIKELY);
    }

    @Test
    void aRequestIsRememberedOnceHoweverOftenItIsClassified() {
        List<BotScore> told = new ArrayList<>();
        BotClassifier counting = new BotClassifier(config, told::add);
        Request first = counting.classify(curl(IP, "/"));
        Request second = counting.classify(first.withCaller(Caller.user("ann")));
        assertThat(first.fact("bot")).hasValue("likely");
        assertThat(first.fact("fingerprint").orElseThrow()).matches("[0-9a-f]{16}");
        assertThat(second.facts()).isEqualTo(first.facts());
        assertThat(told).hasSize(1);
    }

    @Test
    void aCheckOfAKeyIsNotClassified() {
        Request key = Request.ofKey("user:42", 1);
        assertThat(classifier.classify(key)).isSameAs(key);
    }

    @Test
    void theFingerprintIsTheSameOnAllNodesAndForAllAddresses() {
        BotClassifier elsewhere = new BotClassifier(config);
        String here = classifier.classify(chrome(IP, "/a")).facts().getOrDefault("fingerprint", "");
        assertThat(elsewhere.classify(chrome("192.0.2.99", "/b")).fact("fingerprint"))
                .hasValue(here);
        assertThat(elsewhere.classify(firefox(IP, "/a")).fact("fingerprint"))
                .isPresent()
                .isNotEqualTo(Optional.of(here));
    }

    @Test
    void aFloodOfClientsDoesNotPushOutASuspiciousOne() {
        classifier.classify(chrome(IP, "/wp-login.php"));
        Random random = new Random(9);
        for (int i = 0; i < 50_000; i++) {
            String ip = "10." + random.nextInt(256) + "." + random.nextInt(256) + "." + random.nextInt(256);
            classifier.classify(chrome(ip, "/"));
        }
        assertThat(classifier.score(chrome(IP, "/")).reasons()).contains(BotSignal.HONEYPOT);
    }

    @Test
    void hostileHeadersAreReadInPart() {
        Request hostile = chrome(IP, "/")
                .withHeader("user-agent", "\"Chromium\"(".repeat(800))
                .withHeader("sec-ch-ua", "\"Chromium\";v=\"" + "9".repeat(8_000))
                .withHeader("accept-language", ",".repeat(8_000));
        assertThat(after(hostile).points()).isPositive();
    }

    @Test
    void theNumberOfRememberedClientsIsAPowerOfTwo() {
        assertThatThrownBy(() -> config.withSubjects(1_000))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("power of two");
    }
}
