package io.weir.cli.key;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.Weir;
import io.weir.cli.command.SettingsFile;
import io.weir.service.ServiceSettings;
import io.weir.service.WeirService;
import io.weir.service.access.Access;
import io.weir.service.guard.DatabaseSettings;
import io.weir.service.guard.GuardSettings;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** {@code weir api-key …}, {@code audit …}, {@code block …} and {@code lock …} against a running server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ApiKeyCommandTest {

    private static final Pattern SECRET = Pattern.compile("weir_live_[0-9A-Za-z]{38}");

    private final WeirService service;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    ApiKeyCommandTest(@TempDir Path data) {
        ServiceSettings settings = new ServiceSettings(0, "127.0.0.1", new Access("admin-secret", Optional.empty()));
        service = WeirService.start(settings.withGuard(GuardSettings.on(DatabaseSettings.in(data))));
        service.guard().awaitOpening();
    }

    @AfterAll
    void stop() {
        service.close();
    }

    private int weir(Map<String, String> environment, String... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return Weir.commandLine(new SettingsFile(environment, Path.of("no-such-file.yml")))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }

    private int asked(Map<String, String> environment, String... arguments) {
        return weir(
                environment,
                Stream.concat(
                                Stream.of(arguments),
                                Stream.of("--url", "http://127.0.0.1:" + service.port(), "--token", "admin-secret"))
                        .toArray(String[]::new));
    }

    private int asked(String... arguments) {
        return asked(Map.of(), arguments);
    }

    private String secret() {
        Matcher secret = SECRET.matcher(out.toString());
        assertThat(secret.find()).as(out + " " + err).isTrue();
        return secret.group();
    }

    private String id() {
        return out.toString().substring(0, "key_".length() + 16);
    }

    private int verify(String key) {
        return asked(Map.of("WEIR_KEY", key), "api-key", "verify");
    }

    @Test
    void aKeyIsMadeShownRotatedAndRevoked() {
        assertThat(asked("api-key", "create", "--owner", "acme", "--scope", "orders:read", "--by", "ann"))
                .isZero();
        String secret = secret();
        String id = id();
        assertThat(verify(secret)).isZero();
        assertThat(out.toString()).startsWith("valid: " + id);
        assertThat(asked("api-key", "show", id)).isZero();
        assertThat(out.toString()).contains("orders:read").doesNotContain(secret);
        assertThat(asked("api-key", "list", "--owner", "acme", "--json")).isZero();
        assertThat(out.toString()).contains(id).doesNotContain(secret);
        assertThat(asked("api-key", "usage", id)).isZero();
        assertThat(asked("api-key", "rotate", id, "--grace", "0s")).isZero();
        assertThat(secret()).isNotEqualTo(secret);
        assertThat(verify(secret)).isEqualTo(1);
        assertThat(asked("api-key", "disable", id)).isZero();
        assertThat(asked("api-key", "enable", id)).isZero();
        assertThat(asked("api-key", "revoke", id, "--reason", "lost")).isZero();
        assertThat(out.toString()).contains("revoked");
        assertThat(asked("audit", "list", "--kind", "key.revoked")).isZero();
        assertThat(out.toString()).contains("key.revoked", id, "lost");
        assertThat(asked("audit", "export", "--subject", id)).isZero();
        assertThat(out.toString().lines()).hasSize(5);
        assertThat(asked("audit", "verify")).isZero();
        assertThat(out.toString()).startsWith("intact from row 1 to row ");
    }

    @Test
    void aKeyOnTheCommandLineIsRefusedAndNotRepeated() {
        String key = "weir_live_" + "a".repeat(38);
        assertThat(asked("api-key", "verify", "--key", key)).isEqualTo(2);
        assertThat(err.toString()).contains("standard input").doesNotContain(key);
        assertThat(asked("api-key", "verify", key)).isEqualTo(2);
        assertThat(err.toString()).contains("standard input").doesNotContain(key);
    }

    @Test
    void badInputIsRefusedWithItsField() {
        assertThat(asked("api-key", "create", "--owner", "a", "--limit", "often"))
                .isEqualTo(3);
        assertThat(err.toString()).contains("limit");
        assertThat(asked("api-key", "revoke", "key_0")).isEqualTo(3);
    }

    @Test
    void aScanFindsAKeyAndDoesNotPrintIt(@TempDir Path folder) throws Exception {
        assertThat(asked("api-key", "create", "--owner", "scanned")).isZero();
        String secret = secret();
        assertThat(weir(Map.of(), "api-key", "scan", folder.toString())).isZero();
        Files.writeString(folder.resolve("a.txt"), "first\nkey=" + secret + "\n");
        assertThat(weir(Map.of(), "api-key", "scan", folder.toString())).isEqualTo(1);
        assertThat(out.toString()).contains("a.txt:2", "1 API key found").doesNotContain(secret);
    }

    @Test
    void keysAreImportedFromAFile(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(
                folder.resolve("keys.jsonl"), "{\"owner\":\"old\",\"key\":\"an-old-secret-of-another-system\"}\n");
        assertThat(asked("api-key", "import", file.toString())).isZero();
        assertThat(out.toString()).isEqualToIgnoringNewLines("1 keys imported");
        assertThat(verify("an-old-secret-of-another-system")).isZero();
    }

    @Test
    void aSubjectIsBlockedAndAnAccountUnlocked() {
        assertThat(asked("block", "add", "ip:192.0.2.66", "--for", "1h", "--reason", "abuse", "--by", "ann"))
                .isZero();
        assertThat(out.toString()).startsWith("ip:192.0.2.66 is blocked until 20");
        assertThat(asked("block", "list")).isZero();
        assertThat(out.toString()).contains("ip:192.0.2.66", "ann", "abuse");
        assertThat(asked("block", "remove", "ip:192.0.2.66")).isZero();
        assertThat(asked("block", "remove", "ip:192.0.2.66")).isEqualTo(3);
        assertThat(err.toString()).contains("is not blocked");
        assertThat(asked("block", "list")).isZero();
        assertThat(out.toString()).isEqualToIgnoringNewLines("nothing is blocked");
        assertThat(asked("lock", "list", "ann", "--ip", "192.0.2.1")).isZero();
        assertThat(out.toString()).isEqualToIgnoringNewLines("not locked");
        assertThat(asked("lock", "clear", "ann", "--ip", "192.0.2.1")).isZero();
        assertThat(out.toString()).isEqualToIgnoringNewLines("ann is not locked there now");
        assertThat(asked("lock", "list", "ann")).isEqualTo(3);
    }
}
