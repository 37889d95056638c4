package io.weir.cli.key;

import io.weir.cli.command.ExitCode;
import io.weir.cli.command.ServerOptions;
import io.weir.cli.command.WeirCommand;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code weir api-key update}: changes what a key may do, and until when. Its secret stays. */
@Command(
        name = "update",
        description =
                "Changes what is given, and nothing else; the secret stays. An empty text takes a tenant, a tier, a"
                        + " limit, scopes, networks or keys away.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  weir api-key update key_4hKqrX0bQ2mZ8sVt --tier premium --scope orders:read,orders:write",
            "  weir api-key update key_4hKqrX0bQ2mZ8sVt --limit '' --expires 90d --reason contract"
        })
final class ApiKeyUpdateCommand extends WeirCommand {

    @Parameters(paramLabel = "<id>", description = "The id of the key, key_ and 16 characters.")
    private String id = "";

    @Option(names = "--owner", paramLabel = "<name>", description = "Another owner.")
    private @Nullable String owner;

    @Mixin
    private final KeyTermsOptions terms = new KeyTermsOptions();

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Mixin
    private final KeyAuthorOptions author = new KeyAuthorOptions();

    @Override
    protected ExitCode run() throws InterruptedException {
        Map<String, Object> fields = terms.fields();
        if (owner != null) {
            fields.put("owner", owner);
        }
        if (fields.isEmpty()) {
            throw wrong("Say what to change, such as --tier premium; weir api-key update --help lists what can change");
        }
        fields.put("id", id);
        return server.send(author.change("/update").withJson(fields), ShownKey::facts);
    }
}
