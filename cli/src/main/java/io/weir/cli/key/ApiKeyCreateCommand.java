package io.weir.cli.key;

import io.weir.cli.command.ExitCode;
import io.weir.cli.command.ServerOptions;
import io.weir.cli.command.WeirCommand;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code weir api-key create}: makes a key and prints its secret, which is not shown again. */
@Command(
        name = "create",
        description = "Makes a key and prints it. It is shown this once, and expires after a year unless you say else.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  weir api-key create --owner acme",
            "  weir api-key create --owner acme --name orders --tier premium --scope orders:read --expires 90d",
            "  weir api-key create --owner gateway --scope weir:check --keys 'user:*'"
        })
final class ApiKeyCreateCommand extends WeirCommand {

    @Option(names = "--owner", paramLabel = "<name>", required = true, description = "The owner, such as a customer.")
    private String owner = "";

    @Option(names = "--test", description = "Makes a key for trying things out, weir_test_…")
    private boolean test;

    @Mixin
    private final KeyTermsOptions terms = new KeyTermsOptions();

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Mixin
    private final KeyAuthorOptions author = new KeyAuthorOptions();

    @Override
    protected ExitCode run() throws InterruptedException {
        Map<String, Object> fields = terms.fields();
        fields.put("owner", owner);
        fields.put("environment", test ? "test" : "live");
        return server.send(author.change("").withJson(fields), ShownKey::made);
    }
}
