package io.weir.lab.report;

import io.weir.lab.log.LogOptions;
import io.weir.lab.log.LogTraffic;
import io.weir.lab.replay.Candidate;
import io.weir.lab.replay.Replay;
import io.weir.lab.replay.Retries;
import io.weir.lab.suggest.RuleDemands;
import io.weir.policyfile.PolicyReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Two hours of a shop, with ten minutes of guessed passwords, replayed against two policies. */
final class SampleLog {

    private static final String NOW = """
        rate-limit:
          global: {capacity: 15000, refill-rate: 10000}
          rules:
            - {name: search-per-ip, match: {path: /search}, per: ip, limit: 60/min}
          tiers:
            free: {capacity: 100, refill-rate: 2}
        """;
    private static final String NEXT = NOW.replace(
            "60/min}",
            "2/min burst 3}\n"
                    + "    - {name: login-per-ip, match: {path: /login, method: POST}, per: ip, limit: 10/min}");

    private SampleLog() {}

    private static List<String> lines() {
        Random random = new Random(3);
        List<String> lines = new ArrayList<>();
        for (int second = 0; second < 7_200; second++) {
            String time = "[19/Nov/2026:" + (13 + second / 3_600)
                    + String.format(":%02d:%02d +0000] ", second / 60 % 60, second % 60);
            int people = random.nextInt(3 + second / 2_000);
            for (int i = 0; i < people; i++) {
                String who =
                        "198.51." + random.nextInt(3) + "." + (int) (Math.pow(random.nextDouble(), 3) * 200) + " - - ";
                String what = random.nextInt(3) == 0 ? "GET /search?q=a" : "GET /products/" + random.nextInt(50);
                lines.add(who + time + "\"" + what + " HTTP/1.1\" 200 512 \"-\" \"Mozilla/5.0\"");
            }
            if (second >= 3_000 && second < 3_600) {
                lines.add("203.0.113." + random.nextInt(5) + " - - " + time
                        + "\"POST /login HTTP/1.1\" 401 12 \"-\" \"-\"");
            }
        }
        return lines;
    }

    static SimulationReport report(Path folder, ShownSubjects shown) throws IOException {
        Path log = Files.write(folder.resolve("access.log"), lines());
        Map<String, RuleDemands> demands = new HashMap<>();
        List<Candidate> candidates = List.of(candidate("now.yml", NOW, demands), candidate("next.yml", NEXT, demands));
        LogTraffic traffic = LogTraffic.of(log, LogOptions.GUESSING);
        Replay replay = new Replay(candidates, true).run(traffic);
        return new Findings(replay, shown, 10, demands)
                .report(
                        List.of("access.log: combined"),
                        List.of("The log has whole seconds, so requests of one second are spread evenly over it."));
    }

    private static Candidate candidate(String name, String text, Map<String, RuleDemands> demands) {
        Candidate candidate = new Candidate(name, PolicyReader.create().read(name, text), Retries.NONE, 64 << 20);
        demands.put(name, RuleDemands.ofBuckets(candidate.policy()));
        return candidate.observedBy(demands.get(name));
    }
}
