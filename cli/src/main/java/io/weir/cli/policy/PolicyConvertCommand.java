package io.weir.cli.policy;

import io.weir.cli.command.ExitCode;
import io.weir.cli.command.WeirCommand;
import io.weir.policyfile.InvalidPolicyException;
import io.weir.policyfile.internal.envoy.EnvoyConverter;
import io.weir.policyfile.internal.envoy.EnvoyReader;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code weir policy convert}: makes rules from files of envoyproxy/ratelimit. */
@Command(
        name = "convert",
        description = "Makes a policy of the files of envoyproxy/ratelimit, and says what rules cannot express.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  weir policy convert ratelimit/config > policy.yml",
            "  weir policy convert ratelimit/config --as user_id=user --as plan=header:X-Plan",
            "",
            "The keys remote_address, path and method are known. Envoy's configuration says what the others are."
        })
final class PolicyConvertCommand extends WeirCommand {

    @Parameters(paramLabel = "<file or folder>", description = "The files of envoyproxy/ratelimit.")
    private Path files = Path.of("");

    @Option(
            names = "--as",
            paramLabel = "<key>=<what>",
            description = "What a key of descriptors is: ip, user, tenant, api-key, header:<name>, path or method.")
    private Map<String, String> meanings = new LinkedHashMap<>();

    @Override
    protected ExitCode run() {
        try {
            EnvoyConverter.Converted converted = new EnvoyConverter(meanings).convert(EnvoyReader.read(files));
            out().print(converted.yaml());
            out().flush();
            converted.notes().forEach(err()::println);
            err().flush();
            return ExitCode.DONE;
        } catch (InvalidPolicyException invalid) {
            err().println(invalid.getMessage());
            return ExitCode.NO;
        } catch (IllegalArgumentException wrong) {
            throw wrong("--as: " + wrong.getMessage());
        } catch (NoSuchFileException missing) {
            throw wrong("Cannot read " + files + ": there are no such files");
        } catch (IOException failure) {
            throw wrong("Cannot read " + files + ": " + failure);
        }
    }
}
