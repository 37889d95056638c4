package io.weir.lab.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.classify.IpAddress;
import io.weir.lab.log.LogOptions;
import io.weir.lab.log.LogTraffic;
import io.weir.lab.traffic.Arrival;
import io.weir.limit.Algorithm;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.policy.Policy;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.policyfile.PolicyReader;
import io.weir.store.Charge;
import io.weir.testkit.oracle.ExpectedAnswer;
import io.weir.testkit.oracle.OracleStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The figures of a replay equal those of models that share no code with it. */
final class ReplayExactnessTest {

    /** {@code -Dweir.lab.lines=1000000} compares more. */
    private static final int LINES = Integer.getInteger("weir.lab.lines", 60_000);

    private static final long START_MICROS = 1_700_000_000_000_000L;
    private static final long STORE_BYTES = 64 << 20;
    private static final LogOptions FORMAT = LogOptions.GUESSING.withFormat("$remote_addr $msec \"$request\" $status");

    private static final Policy POLICY = PolicyReader.create().read("policy.yml", """
        rate-limit:
          rules:
            - {name: all, per: global, limit: {algorithm: fixed-window, permits: 1600, per: 1min}}
            - {name: per-ip, per: ip, limit: 30/min burst 40}
            - name: login
              match: {path: /login, method: POST}
              per: ip
              limit: {algorithm: sliding-window, permits: 5, per: 1min}
        """);

    @TempDir
    private static Path folder;

    /** Half of the requests come from ten callers, the others from two hundred. */
    private static String address(Random random) {
        return random.nextBoolean() ? "10.0.0." + random.nextInt(10) : "10.0.1." + random.nextInt(200);
    }

    /** Writes a log and asks the model the same. */
    private static List<String> lines(PlainModel model) {
        Random random = new Random(42);
        List<String> lines = new ArrayList<>();
        long at = START_MICROS;
        for (int i = 0; i < LINES; i++) {
            at += 1 + random.nextInt(random.nextInt(20) == 0 ? 300_000 : 30_000);
            String address = address(random);
            boolean isLogin = random.nextInt(4) == 0;
            model.ask(address, isLogin, at);
            lines.add(address + " " + at / 1_000_000 + "."
                    + String.valueOf(1_000_000 + at % 1_000_000).substring(1)
                    + (isLogin ? " \"POST /login HTTP/1.1\" 200" : " \"GET / HTTP/1.1\" 200"));
        }
        return lines;
    }

    private static Candidate replayed(List<String> lines, String name) throws IOException {
        Path log = Files.write(folder.resolve(name), lines);
        Candidate candidate = new Candidate(name, POLICY, Retries.NONE, STORE_BYTES);
        new Replay(List.of(candidate), false).run(LogTraffic.of(log, FORMAT));
        return candidate;
    }

    private static Map<String, Long> denials(Candidate candidate) {
        Map<String, Long> denials = new TreeMap<>();
        for (RuleTally rule : candidate.rules()) {
            rule.subjects()
                    .forEach((subject, tally) -> denials.put(rule.rule().name() + " " + subject, tally.denied()));
        }
        return denials;
    }

    @Test
    void threeRulesTogetherDenyWhatAPlainModelDeniesAlsoIfTheLogIsShuffledWithinTheWindow() throws IOException {
        PlainModel model = new PlainModel();
        List<String> lines = lines(model);
        Candidate sorted = replayed(lines, "sorted");
        for (int from = 0; from + 100 <= lines.size(); from += 100) {
            Collections.shuffle(lines.subList(from, from + 100), new Random(from));
        }
        Candidate shuffled = replayed(lines, "shuffled");

        assertThat(model.denials()).hasSizeGreaterThan(80);
        assertThat(denials(sorted)).isEqualTo(model.denials());
        assertThat(denials(shuffled)).isEqualTo(model.denials());
        for (Candidate candidate : List.of(sorted, shuffled)) {
            assertThat(candidate.totals().requests()).isEqualTo(model.requests());
            assertThat(candidate.totals().denied()).isEqualTo(model.denied());
            assertThat(candidate.inexact()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(Algorithm.class)
    void aSingleLimitDeniesWhatTheOracleDenies(Algorithm algorithm) throws IOException {
        Limit limit = algorithm.limit(Rate.perMinute(7));
        Rule rule = Rule.of("only", limit).per(CountBy.IP);
        Candidate candidate = new Candidate("only", Policy.of(rule), Retries.NONE, STORE_BYTES);
        OracleStore oracle = new OracleStore();
        Map<String, Long> expected = new HashMap<>();
        Random random = new Random(algorithm.name().length());
        long at = START_MICROS;
        List<Arrival> arrivals = new ArrayList<>();
        for (int i = 0; i < 8_000; i++) {
            at += random.nextInt(1_000_000);
            String address = "10.0.0." + random.nextInt(8);
            Request request =
                    Request.of("GET", "/").withAddress(IpAddress.parse(address).orElseThrow());
            arrivals.add(new Arrival(at, 0, 200, request, 0));
            ExpectedAnswer answer = oracle.charge(List.of(Charge.of(address, limit)), at);
            expected.merge("only ip:" + address, answer.allowed() ? 0L : 1L, Long::sum);
        }
        new Replay(List.of(candidate), false).run(arrivals::forEach);
        assertThat(denials(candidate)).isEqualTo(expected);
        assertThat(candidate.totals().denied()).isGreaterThan(1_000);
    }
}
