package io.weir.cli.key;

import picocli.CommandLine.Command;

/** {@code weir api-key}: the commands about API keys. */
@Command(
        name = "api-key",
        description = "Makes, shows, changes and verifies API keys, and finds them in files.",
        mixinStandardHelpOptions = true,
        subcommands = {
            ApiKeyCreateCommand.class,
            ApiKeyListCommand.class,
            ApiKeyShowCommand.class,
            ApiKeyUsageCommand.class,
            ApiKeyRotateCommand.class,
            ApiKeyUpdateCommand.class,
            ApiKeyStateCommand.Revoke.class,
            ApiKeyStateCommand.Disable.class,
            ApiKeyStateCommand.Enable.class,
            ApiKeyEraseCommand.class,
            ApiKeyVerifyCommand.class,
            ApiKeyImportCommand.class,
            ApiKeyScanCommand.class
        })
public final class ApiKeyCommand {}
