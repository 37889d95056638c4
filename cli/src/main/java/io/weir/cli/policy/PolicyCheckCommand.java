package io.weir.cli.policy;

import io.weir.cli.command.ExitCode;
import io.weir.cli.command.WeirCommand;
import io.weir.policy.Policy;
import io.weir.policy.rule.Cost;
import io.weir.policyfile.InvalidPolicyException;
import io.weir.policyfile.PolicyReader;
import io.weir.policyfile.internal.envoy.Domains;
import io.weir.policyfile.internal.envoy.EnvoyReader;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.json.JsonMapper;

/** {@code weir policy check}: reads a policy without a server, and reports all mistakes in it. */
@Command(
        name = "check",
        description = "Reads a policy and tells all that is wrong with it; needs no server.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  weir policy check policy.yml",
            "  weir policy check policies/ --json",
            "  weir policy check ratelimit/config      the files of envoyproxy/ratelimit",
            "  weir policy check policy.yml --computed graphql-points"
        })
final class PolicyCheckCommand extends WeirCommand {

    @Parameters(
            paramLabel = "<file or folder>",
            description = "The policy; of a folder, all files that end in .yml or .yaml.")
    private Path policy = Path.of("");

    @Option(
            names = "--computed",
            paramLabel = "<name>",
            split = ",",
            description = "A cost that the application computes, as in cost: {computed: <name>}.")
    private List<String> computed = List.of();

    @Option(names = "--json", description = "Prints the result as JSON.")
    private boolean json;

    @Override
    protected ExitCode run() {
        PolicyReader reader = PolicyReader.create();
        for (String name : computed) {
            reader = reader.withCost(new Cost.Computed(name, Set.of(), request -> 1));
        }
        try {
            if (EnvoyReader.isFor(policy)) {
                Domains domains = EnvoyReader.read(policy);
                int count = domains.all().size();
                print(
                        policy + " can be used with --envoy-config: " + count + (count == 1 ? " domain" : " domains"),
                        List.of());
                return ExitCode.DONE;
            }
            Policy read = reader.read(policy);
            int rules = read.rules().size();
            print(policy + " can be used: " + rules + (rules == 1 ? " rule" : " rules"), List.of());
            return ExitCode.DONE;
        } catch (InvalidPolicyException invalid) {
            print(String.valueOf(invalid.getMessage()), invalid.mistakes());
            return ExitCode.NO;
        } catch (NoSuchFileException missing) {
            throw unreadable(missing.getReason() == null ? "there is no such file or folder" : missing.getReason());
        } catch (IOException failure) {
            throw unreadable(failure.toString());
        }
    }

    private void print(String text, List<?> mistakes) {
        out().println(
                        json
                                ? JsonMapper.shared()
                                        .writeValueAsString(Map.of("valid", mistakes.isEmpty(), "mistakes", mistakes))
                                : text);
    }

    private ParameterException unreadable(String why) {
        return wrong("Cannot read " + policy + ": " + why);
    }
}
