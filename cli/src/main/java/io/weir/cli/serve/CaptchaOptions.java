package io.weir.cli.serve;

import io.weir.cli.command.WeirOptions;
import io.weir.guard.challenge.CaptchaProvider;
import io.weir.guard.challenge.SiteverifyConfig;
import io.weir.service.guard.GuardSettings;
import io.weir.service.guard.challenge.CaptchaSettings;
import io.weir.service.guard.challenge.CaptchaSettings.OnProviderFailure;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for challenges of {@code weir serve}, which rules ask for. */
final class CaptchaOptions extends WeirOptions {

    private static final String WORK = "proof-of-work";
    private static final String DENY = "deny";

    @Option(
            names = "--captcha",
            paramLabel = "<kind>",
            description = "The challenge that senders pass when a rule asks for one: recaptcha, hcaptcha, turnstile, or"
                    + " proof-of-work, which needs no provider. Without it, the callers of the service see to that.")
    private @Nullable String kind;

    @Option(names = "--captcha-site-key", paramLabel = "<key>", description = "The public key of the site.")
    private @Nullable String siteKey;

    @Option(
            names = "--captcha-secret",
            paramLabel = "<secret>",
            description =
                    "The secret key of the site. Better set as WEIR_CAPTCHA_SECRET, since ps shows command lines.")
    private @Nullable String secret;

    @Option(
            names = "--captcha-secret-file",
            paramLabel = "<file>",
            description = "The file with the secret key of the site.")
    private @Nullable Path secretFile;

    @Option(
            names = "--captcha-hostnames",
            paramLabel = "<name>",
            split = ",",
            description = "The hosts on whose pages the challenge may be solved, separated by commas; by default, only"
                    + " the provider checks them.")
    private Set<String> hostnames = Set.of();

    @Option(
            names = "--captcha-threshold",
            paramLabel = "<score>",
            description = "The lowest score of recaptcha that passes, from 0 to 1, 0.5 by default.")
    private @Nullable Double threshold;

    @Option(
            names = "--captcha-url",
            paramLabel = "<url>",
            description = "Another address that checks answers than that of the provider: https, or http on this"
                    + " machine.")
    private @Nullable String url;

    @Option(
            names = "--captcha-on-failure",
            paramLabel = "<action>",
            description = "While the provider fails: deny (the default) requests that need a challenge, or offer them a"
                    + " proof-of-work.")
    private @Nullable String onFailure;

    /** Adds the challenge, if there is one; or an error that says which option is wrong and what is right. */
    GuardSettings addTo(GuardSettings guard) {
        return settings().map(guard::with).orElse(guard);
    }

    /** A warning if several instances hand out puzzles, and each has a secret of its own. */
    Optional<String> warning(GuardSettings guard) {
        return guard.captcha()
                .filter(CaptchaSettings::needsPepper)
                .map(found -> "Instances on one Redis accept each other's proofs of work only with the same pepper: set"
                        + " WEIR_PEPPER, or name a file with --pepper-file");
    }

    private Optional<CaptchaSettings> settings() {
        if (kind == null) {
            if (!given().isEmpty()) {
                throw wrong(given().get(0) + " needs --captcha, which names the provider: recaptcha, hcaptcha or"
                        + " turnstile");
            }
            return Optional.empty();
        }
        if (kind.equals(WORK)) {
            if (!given().isEmpty()) {
                throw wrong(given().get(0) + " is for providers; --captcha proof-of-work has none, so leave it out");
            }
            return Optional.of(CaptchaSettings.PROOF_OF_WORK);
        }
        CaptchaProvider provider = Arrays.stream(CaptchaProvider.values())
                .filter(each -> each.word().equals(kind))
                .findFirst()
                .orElseThrow(() -> wrong("--captcha must be recaptcha, hcaptcha, turnstile or proof-of-work"));
        try {
            return Optional.of(CaptchaSettings.of(config(provider)).with(onFailure()));
        } catch (IllegalArgumentException unusable) {
            throw wrong(String.valueOf(unusable.getMessage()));
        }
    }

    /** The options beside the kind that were given. */
    private List<String> given() {
        List<String> given = new ArrayList<>();
        addIf(siteKey != null, "--captcha-site-key", given);
        addIf(secret != null, "--captcha-secret (WEIR_CAPTCHA_SECRET)", given);
        addIf(secretFile != null, "--captcha-secret-file", given);
        addIf(!hostnames.isEmpty(), "--captcha-hostnames", given);
        addIf(threshold != null, "--captcha-threshold", given);
        addIf(url != null, "--captcha-url", given);
        addIf(onFailure != null, "--captcha-on-failure", given);
        return given;
    }

    private static void addIf(boolean isGiven, String option, List<String> options) {
        if (isGiven) {
            options.add(option);
        }
    }

    private SiteverifyConfig config(CaptchaProvider provider) {
        if (siteKey == null || siteKey.isBlank()) {
            throw wrong("--captcha " + provider.word() + " needs --captcha-site-key, which the provider shows for the"
                    + " site");
        }
        SiteverifyConfig config =
                SiteverifyConfig.of(provider, siteKey.strip(), secret(provider)).withHostnames(hostnames);
        if (threshold != null) {
            if (provider != CaptchaProvider.RECAPTCHA) {
                throw wrong("--captcha-threshold is for recaptcha; " + provider.word() + " tells no score");
            }
            config = config.withThreshold(threshold);
        }
        return url == null ? config : config.withUrl(address(url));
    }

    private String secret(CaptchaProvider provider) {
        if (secret != null && secretFile != null) {
            throw wrong("--captcha-secret-file and --captcha-secret (WEIR_CAPTCHA_SECRET) are both set; keep one of"
                    + " them");
        }
        String found = secretFile == null ? secret : read(secretFile);
        if (found == null || found.isBlank()) {
            throw wrong("--captcha " + provider.word() + " needs the secret key of the site: set WEIR_CAPTCHA_SECRET,"
                    + " or name a file with --captcha-secret-file");
        }
        return found.strip();
    }

    private String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw wrong("--captcha-secret-file " + file + " cannot be read");
        }
    }

    private URI address(String text) {
        try {
            return new URI(text.strip());
        } catch (URISyntaxException unreadable) {
            throw wrong("--captcha-url must be a URL such as https://captcha.example.com/siteverify");
        }
    }

    private OnProviderFailure onFailure() {
        if (onFailure == null || onFailure.equals(DENY)) {
            return OnProviderFailure.DENY;
        }
        if (onFailure.equals(WORK)) {
            return OnProviderFailure.PROOF_OF_WORK;
        }
        throw wrong("--captcha-on-failure must be deny or proof-of-work");
    }
}
