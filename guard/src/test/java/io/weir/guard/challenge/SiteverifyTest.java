package io.weir.guard.challenge;

import static io.weir.policy.challenge.ChallengeOutcome.EXPIRED;
import static io.weir.policy.challenge.ChallengeOutcome.INVALID;
import static io.weir.policy.challenge.ChallengeOutcome.LOW_SCORE;
import static io.weir.policy.challenge.ChallengeOutcome.PASSED;
import static io.weir.policy.challenge.ChallengeOutcome.PROVIDER_DOWN;
import static io.weir.policy.challenge.ChallengeOutcome.REPLAYED;
import static io.weir.policy.challenge.ChallengeOutcome.TOO_MANY;
import static io.weir.policy.challenge.ChallengeOutcome.WRONG_ACTION;
import static io.weir.policy.challenge.ChallengeOutcome.WRONG_HOSTNAME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.classify.IpAddress;
import io.weir.memory.MemoryStore;
import io.weir.policy.challenge.Challenge;
import io.weir.policy.challenge.ChallengeAnswer;
import io.weir.policy.challenge.ChallengeOutcome;
import io.weir.store.Store;
import io.weir.testkit.captcha.FakeProvider;
import io.weir.testkit.captcha.FakeSiteverify;
import io.weir.testkit.captcha.ReplyFault;
import io.weir.testkit.captcha.SolvedCaptcha;
import io.weir.time.ManualTime;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SiteverifyTest {

    private static final SolvedCaptcha LOGIN = SolvedCaptcha.of("login");
    private static final IpAddress ANN = IpAddress.parse("192.0.2.1").orElseThrow();

    private final ManualTime time = ManualTime.create();
    private final Store store = new MemoryStore(time);
    private final Map<FakeProvider, FakeSiteverify> fakes = new EnumMap<>(FakeProvider.class);

    @AfterEach
    void close() {
        fakes.values().forEach(FakeSiteverify::close);
    }

    private FakeSiteverify fake(FakeProvider provider) {
        return fakes.computeIfAbsent(provider, each -> FakeSiteverify.start(each, time));
    }

    private SiteverifyConfig config(FakeProvider provider) {
        return SiteverifyConfig.of(
                        CaptchaProvider.valueOf(provider.name()), FakeSiteverify.SITE_KEY, FakeSiteverify.SECRET)
                .withHostnames(Set.of("Shop.example.com"))
                .withUrl(fake(provider).url());
    }

    private Siteverify siteverify(FakeProvider provider) {
        return new Siteverify(config(provider), store, time);
    }

    private static ChallengeOutcome verify(Challenge challenge, String token) {
        return verify(challenge, ChallengeAnswer.of(token, "login").withAddress(ANN));
    }

    private static ChallengeOutcome verify(Challenge challenge, ChallengeAnswer answer) {
        return challenge.verify(answer).toCompletableFuture().join();
    }

    @ParameterizedTest
    @EnumSource
    void anAnswerPassesOnce(FakeProvider provider) {
        Siteverify here = siteverify(provider);
        Siteverify elsewhere = siteverify(provider);
        String token = fake(provider).solve(LOGIN);

        assertThat(verify(here, token)).isEqualTo(PASSED);
        assertThat(verify(here, token)).isEqualTo(REPLAYED);
        assertThat(verify(elsewhere, token)).isEqualTo(REPLAYED);
        assertThat(fake(provider).questions()).hasSize(1);
    }

    @Test
    void ofManyRequestsWithOneAnswerOnePasses() {
        Siteverify siteverify = siteverify(FakeProvider.TURNSTILE);
        String token = fake(FakeProvider.TURNSTILE).solve(LOGIN);

        List<CompletableFuture<ChallengeOutcome>> all = new ArrayList<>();
        IntStream.range(0, 50)
                .forEach(i -> all.add(
                        siteverify.verify(ChallengeAnswer.of(token, "login")).toCompletableFuture()));

        assertThat(all.stream().map(CompletableFuture::join).filter(ChallengeOutcome::passed))
                .hasSize(1);
        assertThat(fake(FakeProvider.TURNSTILE).questions()).hasSize(1);
    }

    @Test
    void theProviderIsToldWhatItAsksFor() {
        fakes(provider -> verify(siteverify(provider), fake(provider).solve(LOGIN)));

        assertThat(question(FakeProvider.RECAPTCHA)).containsOnlyKeys("secret", "response", "remoteip");
        assertThat(question(FakeProvider.HCAPTCHA))
                .containsOnlyKeys("secret", "response", "remoteip", "sitekey")
                .containsEntry("remoteip", "192.0.2.1");
        assertThat(question(FakeProvider.TURNSTILE))
                .containsOnlyKeys("secret", "response", "remoteip", "idempotency_key");
    }

    private static void fakes(Consumer<FakeProvider> each) {
        List.of(FakeProvider.values()).forEach(each);
    }

    private Map<String, String> question(FakeProvider provider) {
        return fake(provider).questions().get(0);
    }

    @ParameterizedTest
    @EnumSource
    void anAnswerThatComesTooLateIsExpired(FakeProvider provider) {
        String token = fake(provider).solve(LOGIN);
        String inTime = fake(provider).solve(LOGIN);
        time.advance(provider.valid().minusNanos(1_000));
        assertThat(verify(siteverify(provider), inTime)).isEqualTo(PASSED);
        time.advanceMicros(1);
        assertThat(verify(siteverify(provider), token)).isEqualTo(EXPIRED);
    }

    @ParameterizedTest
    @EnumSource
    void anAnswerThatAnotherSiteHasUsedIsExpired(FakeProvider provider) {
        String token = fake(provider).solve(LOGIN);
        Siteverify other = new Siteverify(config(provider), new MemoryStore(time), time);
        assertThat(verify(other, token)).isEqualTo(PASSED);
        assertThat(verify(siteverify(provider), token)).isEqualTo(EXPIRED);
    }

    @ParameterizedTest
    @EnumSource
    void anAnswerOfAnotherHostIsRefused(FakeProvider provider) {
        String token = fake(provider).solve(LOGIN.withHostname("evil.example"));
        assertThat(verify(siteverify(provider), token)).isEqualTo(WRONG_HOSTNAME);
    }

    @Test
    void withoutHostnamesTheProviderChecksThem() {
        SiteverifyConfig any = config(FakeProvider.TURNSTILE).withHostnames(Set.of());
        String token = fake(FakeProvider.TURNSTILE).solve(LOGIN.withHostname("other.example"));
        assertThat(verify(new Siteverify(any, store, time), token)).isEqualTo(PASSED);
    }

    @Test
    void anAnswerForAnotherActionIsRefusedWhereTheProviderTellsIt() {
        SolvedCaptcha search = SolvedCaptcha.of("search");
        assertThat(verify(
                        siteverify(FakeProvider.RECAPTCHA),
                        fake(FakeProvider.RECAPTCHA).solve(search)))
                .isEqualTo(WRONG_ACTION);
        assertThat(verify(
                        siteverify(FakeProvider.TURNSTILE),
                        fake(FakeProvider.TURNSTILE).solve(search)))
                .isEqualTo(WRONG_ACTION);
        assertThat(verify(
                        siteverify(FakeProvider.HCAPTCHA),
                        fake(FakeProvider.HCAPTCHA).solve(search)))
                .isEqualTo(PASSED);
    }

    @ParameterizedTest
    @CsvSource({"0.5, PASSED", "0.49, LOW_SCORE", "0, LOW_SCORE", "1.0, PASSED"})
    void aScoreOfAtLeastTheThresholdPasses(double score, ChallengeOutcome outcome) {
        String token = fake(FakeProvider.RECAPTCHA).solve(LOGIN.withScore(score));
        assertThat(verify(siteverify(FakeProvider.RECAPTCHA), token)).isEqualTo(outcome);
    }

    @Test
    void anotherThresholdMayBeSet() {
        String token = fake(FakeProvider.RECAPTCHA).solve(LOGIN.withScore(0.6));
        SiteverifyConfig strict = config(FakeProvider.RECAPTCHA).withThreshold(0.7);
        assertThat(verify(new Siteverify(strict, store, time), token)).isEqualTo(LOW_SCORE);
    }

    @ParameterizedTest
    @EnumSource
    void aForgedTokenIsInvalid(FakeProvider provider) {
        assertThat(verify(siteverify(provider), "forged")).isEqualTo(INVALID);
    }

    @ParameterizedTest
    @CsvSource({
        "missing-input-secret, PROVIDER_DOWN",
        "invalid-input-secret, PROVIDER_DOWN",
        "sitekey-secret-mismatch, PROVIDER_DOWN",
        "bad-request, PROVIDER_DOWN",
        "internal-error, PROVIDER_DOWN",
        "timeout-or-duplicate, EXPIRED",
        "already-seen-response, EXPIRED",
        "expired-input-response, EXPIRED",
        "invalid-or-already-seen-response, EXPIRED",
        "invalid-input-response, INVALID",
        "missing-input-response, INVALID",
        "not-a-code-of-today, INVALID"
    })
    void everyErrorCodeHasAnOutcome(String code, ChallengeOutcome outcome) {
        ProviderReply reply =
                ProviderReply.parse("{\"success\": false, \"error-codes\": [\"" + code + "\"], \"hostname\": null}");
        assertThat(reply.judge(config(FakeProvider.TURNSTILE), Set.of("login"))).isEqualTo(outcome);
    }

    @Test
    void aWrongSecretIsNoFaultOfTheSender() {
        FakeSiteverify fake = fake(FakeProvider.HCAPTCHA);
        String token = fake.solve(LOGIN);
        SiteverifyConfig wrong = SiteverifyConfig.of(CaptchaProvider.HCAPTCHA, FakeSiteverify.SITE_KEY, "wrong")
                .withUrl(fake.url());
        SiteverifyConfig mismatch = SiteverifyConfig.of(CaptchaProvider.HCAPTCHA, "other", FakeSiteverify.SECRET)
                .withUrl(fake.url());

        assertThat(verify(new Siteverify(wrong, store, time), token)).isEqualTo(PROVIDER_DOWN);
        assertThat(verify(new Siteverify(mismatch, store, time), token)).isEqualTo(PROVIDER_DOWN);
        assertThat(verify(siteverify(FakeProvider.HCAPTCHA), token)).isEqualTo(PASSED);
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"NONE", "SLOW"})
    void aBrokenReplyIsAProviderThatIsDown(ReplyFault fault) {
        FakeSiteverify fake = fake(FakeProvider.RECAPTCHA);
        fake.breakReplies(fault);
        String token = fake.solve(LOGIN);

        assertThat(verify(siteverify(FakeProvider.RECAPTCHA), token)).isEqualTo(PROVIDER_DOWN);
        assertThat(fake.questions()).hasSize(1);
    }

    /** The faults in which the provider has not seen the token as used. */
    @ParameterizedTest
    @EnumSource(names = {"NO_JSON", "INTERNAL_ERROR", "REDIRECT"})
    void anAnswerThatCouldNotBeCheckedMayBeSentAgain(ReplyFault fault) {
        FakeSiteverify fake = fake(FakeProvider.RECAPTCHA);
        fake.breakReplies(fault);
        String token = fake.solve(LOGIN);
        assertThat(verify(siteverify(FakeProvider.RECAPTCHA), token)).isEqualTo(PROVIDER_DOWN);

        fake.breakReplies(ReplyFault.NONE);
        assertThat(verify(siteverify(FakeProvider.RECAPTCHA), token)).isEqualTo(PASSED);
        assertThat(verify(siteverify(FakeProvider.RECAPTCHA), token)).isEqualTo(REPLAYED);
    }

    @Test
    void turnstileIsAskedAgainAfterABrokenConnection() {
        FakeSiteverify fake = fake(FakeProvider.TURNSTILE);
        fake.breakReplies(ReplyFault.CUT);
        assertThat(verify(siteverify(FakeProvider.TURNSTILE), fake.solve(LOGIN)))
                .isEqualTo(PROVIDER_DOWN);
        assertThat(fake.questions()).hasSize(2);
        assertThat(fake.questions().get(0)).isEqualTo(fake.questions().get(1));
    }

    @Test
    void aSlowProviderIsNotWaitedForLongerThanTwoSeconds() {
        FakeSiteverify fake = fake(FakeProvider.RECAPTCHA);
        fake.breakReplies(ReplyFault.SLOW);
        Siteverify siteverify = siteverify(FakeProvider.RECAPTCHA);
        CompletableFuture<ChallengeOutcome> pending = siteverify
                .verify(ChallengeAnswer.of(fake.solve(LOGIN), "login"))
                .toCompletableFuture();

        time.advance(Duration.ofMillis(1_999));
        assertThat(pending).isNotDone();
        time.advance(Duration.ofMillis(1));
        assertThat(pending.join()).isEqualTo(PROVIDER_DOWN);
    }

    @Test
    void aProviderThatFailsAgainAndAgainIsAskedOnceInFiveSeconds() {
        FakeSiteverify fake = fake(FakeProvider.RECAPTCHA);
        Siteverify siteverify = siteverify(FakeProvider.RECAPTCHA);
        fake.breakReplies(ReplyFault.STATUS_500);
        for (int i = 0; i < 8; i++) {
            assertThat(verify(siteverify, fake.solve(LOGIN))).isEqualTo(PROVIDER_DOWN);
        }
        assertThat(fake.questions()).hasSize(5);
        assertThat(siteverify.isDown()).isTrue();

        time.advance(Duration.ofSeconds(5));
        assertThat(verify(siteverify, fake.solve(LOGIN))).isEqualTo(PROVIDER_DOWN);
        assertThat(verify(siteverify, fake.solve(LOGIN))).isEqualTo(PROVIDER_DOWN);
        assertThat(fake.questions()).hasSize(6);

        fake.breakReplies(ReplyFault.NONE);
        time.advance(Duration.ofSeconds(60));
        assertThat(verify(siteverify, fake.solve(LOGIN))).isEqualTo(PASSED);
        assertThat(siteverify.isDown()).isFalse();
    }

    @Test
    void anAddressMayHaveTenAnswersAMinuteChecked() {
        FakeSiteverify fake = fake(FakeProvider.RECAPTCHA);
        Siteverify siteverify = siteverify(FakeProvider.RECAPTCHA);
        for (int i = 0; i < 10; i++) {
            assertThat(verify(siteverify, "forged-" + i)).isEqualTo(INVALID);
        }
        String token = fake.solve(LOGIN);
        assertThat(verify(siteverify, token)).isEqualTo(TOO_MANY);
        assertThat(fake.questions()).hasSize(10);

        IpAddress bob = IpAddress.parse("192.0.2.2").orElseThrow();
        assertThat(verify(siteverify, ChallengeAnswer.of(token, "login").withAddress(bob)))
                .as("an answer that was not checked is not spent")
                .isEqualTo(PASSED);
    }

    @Test
    void allAddressesTogetherMayHaveSixHundredAnswersAMinuteChecked() {
        SpentAnswers spent = new SpentAnswers(store);
        long tooMany = IntStream.range(0, 620)
                .mapToObj(i -> spent.spendCall("forged-" + i, IpAddress.parse("198.51." + i / 250 + "." + i % 250))
                        .toCompletableFuture()
                        .join()
                        .refusal())
                .filter(refusal -> refusal.equals(Optional.of(TOO_MANY)))
                .count();
        assertThat(tooMany).isEqualTo(20);
        assertThat(verify(siteverify(FakeProvider.RECAPTCHA), "forged")).isEqualTo(TOO_MANY);
        assertThat(fake(FakeProvider.RECAPTCHA).questions()).isEmpty();
    }

    @Test
    void failuresOfTheProviderDoNotLiftTheBounds() {
        FakeSiteverify fake = fake(FakeProvider.RECAPTCHA);
        fake.breakReplies(ReplyFault.NO_JSON);
        String token = fake.solve(LOGIN);
        for (int i = 0; i < 10; i++) {
            // Without the breaker, which is not what is tested.
            assertThat(verify(siteverify(FakeProvider.RECAPTCHA), token)).isEqualTo(PROVIDER_DOWN);
        }
        assertThat(verify(siteverify(FakeProvider.RECAPTCHA), token)).isEqualTo(TOO_MANY);
    }

    @Test
    void aTokenThatCannotBeOneIsNeverSent() {
        fakes(provider -> {
            int most = provider == FakeProvider.TURNSTILE ? 2_048 : 8_192;
            Siteverify siteverify = siteverify(provider);
            assertThat(verify(siteverify, "")).isEqualTo(INVALID);
            assertThat(verify(siteverify, "a b")).isEqualTo(INVALID);
            assertThat(verify(siteverify, "ä")).isEqualTo(INVALID);
            assertThat(verify(siteverify, provider.name().substring(0, 1).repeat(most + 1)))
                    .isEqualTo(INVALID);
            assertThat(fake(provider).questions()).isEmpty();
            assertThat(verify(siteverify, provider.name().substring(0, 1).repeat(most)))
                    .isEqualTo(INVALID);
            assertThat(fake(provider).questions()).hasSize(1);
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://verify.example.com/",
                "http://10.0.0.1/",
                "http://127.0.0.1.example.com/",
                "https://user:password@example.com/",
                "file:///etc/passwd",
                "https:///path",
                "siteverify"
            })
    void onlyAnAddressThatIsSafeMayBeAsked(String url) {
        SiteverifyConfig config = SiteverifyConfig.of(CaptchaProvider.TURNSTILE, "site", "secret");
        assertThatThrownBy(() -> config.withUrl(URI.create(url)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("https://")
                .hasMessageNotContaining("password@");
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://verify.example.com/siteverify", "http://localhost:1/", "http://[::1]:1/"})
    void anOperatorMayNameAnAddress(String url) {
        SiteverifyConfig config = SiteverifyConfig.of(CaptchaProvider.TURNSTILE, "site", "secret");
        assertThat(config.withUrl(URI.create(url)).url()).isEqualTo(URI.create(url));
    }

    @Test
    void textsShowNeitherSecretNorToken() {
        SiteverifyConfig config = SiteverifyConfig.of(CaptchaProvider.TURNSTILE, "site", "hidden-secret");
        assertThat(config + " " + ChallengeAnswer.of("hidden-token", "login")).doesNotContain("hidden");
    }
}
