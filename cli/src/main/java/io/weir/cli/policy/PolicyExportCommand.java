package io.weir.cli.policy;

import io.weir.cli.command.ExitCode;
import io.weir.cli.command.WeirCommand;
import io.weir.cli.policy.outer.OuterLayer;
import io.weir.policyfile.InvalidPolicyException;
import io.weir.policyfile.PolicyReader;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code weir policy export}: writes the part of a policy that an outer layer can enforce. */
@Command(
        name = "export",
        description = {
            "Writes the part of a policy that a layer in front of the service can enforce: rules for all requests or per"
                    + " address, by path and method. It says on the error stream what it leaves out.",
            "The layer lets through at least as much as the policy; the service still decides exactly."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  weir policy export policy.yml --for nginx > /etc/nginx/conf.d/weir.conf",
            "  weir policy export policy.yml --for envoy-local",
            "  weir policy export policy.yml --for aws-waf > rules.json",
            "  weir policy export policy.yml --for cloudflare > ruleset.json"
        })
final class PolicyExportCommand extends WeirCommand {

    @Parameters(
            paramLabel = "<file or folder>",
            description = "The policy; of a folder, all files that end in .yml or .yaml.")
    private Path policy = Path.of("");

    @Option(
            names = "--for",
            required = true,
            paramLabel = "<layer>",
            completionCandidates = Layers.class,
            converter = ToLayer.class,
            description = "One of ${COMPLETION-CANDIDATES}.")
    private OuterLayer layer = OuterLayer.NGINX;

    @Override
    protected ExitCode run() {
        try {
            OuterLayer.Exported exported = layer.export(PolicyReader.create().read(policy));
            exported.notes().forEach(err()::println);
            err().flush();
            if (exported.rules() == 0) {
                err().println("Nothing to export: no rule of " + policy + " can be enforced by an outer layer.");
                return ExitCode.NO;
            }
            out().print(exported.text());
            out().flush();
            return ExitCode.DONE;
        } catch (InvalidPolicyException invalid) {
            err().println(invalid.getMessage());
            return ExitCode.NO;
        } catch (NoSuchFileException missing) {
            throw wrong("Cannot read " + policy + ": there is no such file or folder");
        } catch (IOException failure) {
            throw wrong("Cannot read " + policy + ": " + failure);
        }
    }

    private static final class Layers implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(OuterLayer.values()).map(OuterLayer::toString).iterator();
        }
    }

    private static final class ToLayer implements ITypeConverter<OuterLayer> {
        @Override
        public OuterLayer convert(String name) {
            return Arrays.stream(OuterLayer.values())
                    .filter(layer -> layer.toString().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException("write one of " + OuterLayer.names()));
        }
    }
}
