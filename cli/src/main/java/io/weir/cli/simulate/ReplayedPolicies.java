package io.weir.cli.simulate;

import io.weir.cli.command.ServerCall;
import io.weir.cli.command.ServerOptions;
import io.weir.cli.command.WeirOptions;
import io.weir.policy.Policy;
import io.weir.policy.rule.Cost;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.policyfile.InvalidPolicyException;
import io.weir.policyfile.PolicyReader;
import io.weir.policyfile.PolicyText;
import java.io.IOException;
import java.net.URI;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** The policies of a replay: the one in force, and the candidates to replace it. */
final class ReplayedPolicies extends WeirOptions {

    /** A policy and its name in the report. */
    record Named(String name, Policy policy) {}

    @Option(
            names = "--policy",
            paramLabel = "<file or url>",
            description = "The policy in force: a file, a folder, or a running server such as http://localhost:8080.")
    private @Nullable String inForce;

    @Option(
            names = "--candidate",
            paramLabel = "<file>",
            description = "A policy to compare with it; may be given several times.")
    private List<Path> candidates = List.of();

    @Option(
            names = "--computed",
            paramLabel = "<name>",
            split = ",",
            description = "A cost that the application computes; the log says it with --map cost=<field>, or it is 1.")
    private List<String> computed = List.of();

    boolean hasOneInForce() {
        return inForce != null;
    }

    boolean hasCandidates() {
        return !candidates.isEmpty();
    }

    /** Returns all policies, the one in force first. */
    List<Named> read(ServerOptions server, List<String> notes) throws InterruptedException {
        if (inForce == null && candidates.isEmpty()) {
            throw wrong(
                    "Say which policy to replay: --policy <file> for the one in force, --candidate <file> for others");
        }
        List<Named> policies = new ArrayList<>();
        if (inForce != null) {
            boolean isUrl = inForce.startsWith("http://") || inForce.startsWith("https://");
            policies.add(isUrl ? atServer(inForce, server, notes) : new Named(inForce, file(Path.of(inForce))));
        }
        for (Path candidate : candidates) {
            policies.add(new Named(candidate.toString(), file(candidate)));
        }
        return policies;
    }

    private PolicyReader reader() {
        PolicyReader reader = PolicyReader.create();
        for (String name : computed) {
            reader = reader.withCost(new Cost.Computed(name, Set.of(), Request::permits));
        }
        return reader;
    }

    private Policy file(Path path) {
        try {
            return reader().read(path);
        } catch (InvalidPolicyException invalid) {
            throw wrong(String.valueOf(invalid.getMessage()));
        } catch (NoSuchFileException missing) {
            throw wrong("Cannot read " + path + ": there is no such file or folder");
        } catch (IOException failure) {
            throw wrong("Cannot read " + path + ": " + failure);
        }
    }

    /** Takes the text that is in force at a server, with the modes that are set beside it. */
    private Named atServer(String url, ServerOptions server, List<String> notes) throws InterruptedException {
        server.useUrl(URI.create(url));
        JsonNode answer = server.ask(ServerCall.get(""));
        List<PolicyText> texts = new ArrayList<>();
        for (JsonNode file : answer.path("files")) {
            texts.add(new PolicyText(
                    file.path("name").asString(), file.path("text").asString()));
        }
        if (texts.isEmpty()) {
            throw wrong(url
                    + " has no policy text to tell: nothing was pushed yet, or it owns its policy as a file;"
                    + " give the file");
        }
        try {
            return new Named(url, asSwitched(reader().read(texts), answer, notes));
        } catch (InvalidPolicyException invalid) {
            throw wrong(String.valueOf(invalid.getMessage()));
        }
    }

    private static Policy asSwitched(Policy written, JsonNode answer, List<String> notes) {
        Map<String, Mode> modes = new HashMap<>();
        for (JsonNode rule : answer.path("rules")) {
            Mode.parse(rule.path("mode").asString())
                    .ifPresent(mode -> modes.put(rule.path("name").asString(), mode));
        }
        if (answer.path("switches").path("overrides").size() > 0) {
            notes.add("Overrides that are set beside the policy of the server are left out.");
        }
        List<Rule> rules = written.rules().stream()
                .map(rule -> rule.withMode(modes.getOrDefault(rule.name(), rule.mode())))
                .toList();
        return written.withRules(rules)
                .withMode(Mode.parse(answer.path("mode").asString()).orElse(written.mode()));
    }
}
