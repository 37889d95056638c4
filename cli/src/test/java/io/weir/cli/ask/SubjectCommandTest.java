package io.weir.cli.ask;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.Weir;
import io.weir.cli.command.SettingsFile;
import io.weir.limit.Limit;
import io.weir.metrics.subjects.SubjectNames;
import io.weir.policy.Policy;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Dimension;
import io.weir.policy.rule.Match;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.service.ServiceSettings;
import io.weir.service.WeirService;
import io.weir.service.access.Access;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The commands on subjects: {@code weir subject}, {@code weir denials}, {@code weir top} and {@code weir counter}. */
final class SubjectCommandTest {

    private static final WeirService SERVICE =
            WeirService.start(new ServiceSettings(0, "127.0.0.1", new Access("admin-secret", Optional.empty())));

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void putPolicyInForce() {
        SERVICE.gate()
                .replace(Policy.of(
                                Rule.of("users", Limit.parse("2/h")).per(CountBy.of(Dimension.Kind.USER)),
                                Rule.of("orders", Limit.parse("9/h"))
                                        .matching(Match.path("/orders"))
                                        .per(CountBy.of(Dimension.Kind.USER)),
                                Rule.of("both", Limit.parse("99/h"))
                                        .per(CountBy.of(Dimension.Kind.USER, Dimension.Kind.IP)),
                                Rule.of("premium", Limit.parse("99/h"))
                                        .matching(Match.ALL.withTiers("premium"))
                                        .per(CountBy.of(Dimension.Kind.USER)))
                        .withTiers(List.of("free", "premium")));
    }

    @AfterAll
    static void stop() {
        SERVICE.close();
    }

    private int weir(String... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return Weir.commandLine(new SettingsFile(Map.of(), Path.of("no-such-file.yml")))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(Stream.concat(
                                Stream.of(arguments),
                                Stream.of("--url", "http://127.0.0.1:" + SERVICE.port(), "--token", "admin-secret"))
                        .toArray(String[]::new));
    }

    private static boolean request(String user) {
        return SERVICE.gate()
                .check(Request.of("GET", "/").withCaller(Caller.user(user)))
                .toCompletableFuture()
                .join()
                .allowed();
    }

    @Test
    void showsAndResetsWhatRulesAndDefaultLimitsCount() {
        assertThat(weir("check", "user:77", "--permits", "40")).isZero();
        assertThat(request("77")).isTrue();
        assertThat(request("77")).isTrue();
        assertThat(request("77")).isFalse();

        assertThat(weir("counter", "peek", "user:77")).isZero();
        assertThat(out.toString()).contains("by the default limit TOKEN_BUCKET, which counts keys of weir check only");
        assertThat(weir("counter", "reset", "user:77")).isZero();
        assertThat(out.toString()).contains("what rules count of requests stays, see weir subject reset");
        assertThat(request("77")).as("the old command resets another counter").isFalse();

        assertThat(weir("check", "user:77", "--permits", "40", "--algorithm", "FIXED_WINDOW"))
                .isZero();
        assertThat(weir("subject", "show", "user:77")).isZero();
        assertThat(out.toString())
                .containsPattern("users +user:77 +2/h +0 +denied, opens in \\d+ s")
                .containsPattern("orders +user:77 +9/h +9 +allowed")
                .containsPattern("fixed-window +key:user:77 .* 60 +allowed")
                .contains("Not shown, because they count it together with something else: both")
                .containsPattern("\\S+Z +2 +users +user:77 +0 of 2 left, open again after \\d+ s");

        assertThat(weir("subject", "reset", "user:77")).isZero();
        assertThat(out.toString()).contains("user:77 is reset under all rules and default limits that count it");
        assertThat(request("77")).isTrue();
        assertThat(weir("counter", "peek", "user:77", "--algorithm", "FIXED_WINDOW"))
                .isZero();
        assertThat(out.toString()).contains("100 left");
        assertThat(weir("subject", "show", "tenant:nobody")).isZero();
        assertThat(out.toString()).contains("Nothing is counted for tenant:nobody");
    }

    @Test
    void aMisspeltKindIsRejectedUnlessAKeyOfChecksHasThatName() {
        for (String[] command : new String[][] {{"denials"}, {"subject", "show"}, {"subject", "reset"}}) {
            List<String> all =
                    Stream.concat(Stream.of(command), Stream.of("usr:42")).toList();
            assertThat(weir(all.toArray(String[]::new))).isEqualTo(2);
            assertThat(err.toString())
                    .contains("subject is of an unknown kind \"usr\"; did you mean \"user\"?", "is key:usr:42");
        }
        assertThat(weir("subject", "show", "shelf:9")).isEqualTo(2);
        assertThat(err.toString()).contains("write account, api-key, apikey, device, fingerprint, ip, key, source");
        assertThat(weir("check", "shelf:9", "--permits", "3")).isZero();
        assertThat(weir("subject", "show", "shelf:9")).isZero();
        assertThat(weir("denials", "shelf:9")).isZero();
        assertThat(weir("denials", "key:usr:42")).isZero();
    }

    @Test
    void wrongArgumentsAreNamedAsTheCommandHasThem() {
        assertThat(weir("denials", "--lines", "1000")).isEqualTo(2);
        assertThat(err.toString()).startsWith("--lines must be from 1 to 100, but was 1000");
        assertThat(weir("subject", "show", " ")).isEqualTo(2);
        assertThat(err.toString()).contains("subject must not be blank");
    }

    @Test
    void recentDenialsOfASubjectAreListed() {
        for (int i = 0; i < 5; i++) {
            request("late");
        }
        weir("subject", "reset", "user:late");
        assertThat(weir("denials", "user:late")).isZero();
        assertThat(out.toString()).containsPattern("\\S+Z +3 +users +user:late +0 of 2 left, open again after \\d+ s");
        assertThat(weir("denials")).isZero();
        assertThat(out.toString()).contains(SubjectNames.HASHED.of("user:late")).doesNotContain("user:late");
        assertThat(weir("denials", "--reveal", "--by", "oncall")).isZero();
        assertThat(out.toString()).contains("user:late");
        assertThat(weir("denials", "user:never")).isZero();
        assertThat(out.toString()).contains("user:never was not denied at this server");
    }

    @Test
    void topNamesKindAndRuleAndRevealsNamesOnRequest() {
        for (int i = 0; i < 5; i++) {
            request("loud");
        }
        assertThat(weir("top", "--once", "--lines", "100")).isZero();
        assertThat(out.toString())
                .containsPattern(SubjectNames.HASHED.of("user:loud") + " +users")
                .contains("user:")
                .doesNotContain("loud");
        assertThat(weir("top", "--once", "--lines", "100", "--reveal")).isZero();
        assertThat(out.toString()).containsPattern("user:loud +users");
    }

    @Test
    void explainSaysWhichTierItAssumed() {
        assertThat(weir("explain", "--path", "/", "--user", "t")).isZero();
        assertThat(out.toString())
                .contains("Assumed tier free, the lowest, since none was given: say another with --tier.");
        assertThat(weir("explain", "--path", "/", "--user", "t", "--tier", "gold"))
                .isZero();
        assertThat(out.toString()).contains("Assumed tier free, the lowest, since the policy has no tier gold.");
        assertThat(weir("explain", "--path", "/", "--user", "t", "--tier", "premium"))
                .isZero();
        assertThat(out.toString()).doesNotContain("Assumed tier").contains("premium", "Assumed method GET");
    }
}
