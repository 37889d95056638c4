package io.weir.cli.key;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.Weir;
import io.weir.cli.command.SettingsFile;
import io.weir.guard.jdbc.DatabaseUrl;
import io.weir.guard.pseudonym.Pseudonyms;
import io.weir.service.ServiceSettings;
import io.weir.service.WeirService;
import io.weir.service.access.Access;
import io.weir.service.guard.DatabaseSettings;
import io.weir.service.guard.GuardSettings;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Instant;
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
    private final Path data;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    ApiKeyCommandTest(@TempDir Path data) {
        this.data = data;
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

    private int weirAsAdmin(Map<String, String> environment, String... arguments) {
        return weir(
                environment,
                Stream.concat(
                                Stream.of(arguments),
                                Stream.of("--url", "http://127.0.0.1:" + service.port(), "--token", "admin-secret"))
                        .toArray(String[]::new));
    }

    private int weirAsAdmin(String... arguments) {
        return weirAsAdmin(Map.of(), arguments);
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
        return weirAsAdmin(Map.of("WEIR_KEY", key), "api-key", "verify");
    }

    @Test
    void aKeyIsMadeShownRotatedAndRevoked() {
        assertThat(weirAsAdmin("api-key", "create", "--owner", "acme", "--scope", "orders:read", "--by", "ann"))
                .isZero();
        String secret = secret();
        String id = id();
        assertThat(verify(secret)).isZero();
        assertThat(out.toString()).startsWith("valid: " + id);
        assertThat(weirAsAdmin("api-key", "show", id)).isZero();
        assertThat(out.toString()).contains("orders:read").doesNotContain(secret);
        assertThat(weirAsAdmin("api-key", "list", "--owner", "acme", "--json")).isZero();
        assertThat(out.toString()).contains(id).doesNotContain(secret);
        assertThat(weirAsAdmin("api-key", "usage", id)).isZero();
        assertThat(weirAsAdmin("api-key", "rotate", id, "--grace", "0s")).isZero();
        assertThat(secret()).isNotEqualTo(secret);
        assertThat(verify(secret)).isEqualTo(1);
        assertThat(weirAsAdmin("api-key", "update", id, "--tier", "premium", "--scope", "", "--by", "ann"))
                .isZero();
        assertThat(out.toString()).contains("premium").doesNotContain("orders:read");
        assertThat(weirAsAdmin("api-key", "update", id)).isEqualTo(2);
        assertThat(err.toString()).contains("--tier");
        assertThat(weirAsAdmin("api-key", "disable", id)).isZero();
        assertThat(weirAsAdmin("api-key", "enable", id)).isZero();
        assertThat(weirAsAdmin("api-key", "revoke", id, "--reason", "lost")).isZero();
        assertThat(out.toString()).contains("revoked");
        assertThat(weirAsAdmin("audit", "list", "--kind", "key.revoked")).isZero();
        assertThat(out.toString()).contains("key.revoked", id, "lost");
        assertThat(weirAsAdmin("audit", "export", "--subject", id)).isZero();
        assertThat(out.toString().lines()).hasSize(6);
        assertThat(weirAsAdmin("audit", "verify")).isZero();
        assertThat(out.toString()).startsWith("intact from row 1 to row ");
    }

    @Test
    void theKeysOfAnOwnerAreErased() {
        assertThat(weirAsAdmin("api-key", "create", "--owner", "leaving")).isZero();
        String id = id();
        assertThat(weirAsAdmin("api-key", "erase", "--owner", "leaving")).isZero();
        assertThat(out.toString()).contains("1 key erased: " + id);
        assertThat(weirAsAdmin("api-key", "list", "--owner", "leaving")).isZero();
        assertThat(out.toString()).startsWith("there is no such key");
    }

    @Test
    void anExportToAFileNeverOverwritesOne(@TempDir Path folder) throws Exception {
        assertThat(weirAsAdmin("api-key", "create", "--owner", "exported")).isZero();
        Path file = folder.resolve("audit.jsonl");
        assertThat(weirAsAdmin("audit", "export", "--out", file.toString())).isZero();
        long rows = Files.readAllLines(file).size();
        assertThat(rows).isPositive();
        assertThat(err.toString()).contains(rows + " rows in " + file);
        assertThat(weirAsAdmin("audit", "export", "--out", file.toString())).isEqualTo(2);
        assertThat(err.toString()).contains(file.toString());
    }

    @Test
    void aRowThatWasChangedIsNamedAndTheExitCodeSaysSo() throws Exception {
        assertThat(weirAsAdmin("api-key", "create", "--owner", "changed")).isZero();
        sql("update weir_audit set outcome = 'failed' where seq = 1");
        assertThat(weirAsAdmin("audit", "verify")).isEqualTo(1);
        assertThat(out.toString()).startsWith("broken at row 1: ");
        sql("update weir_audit set outcome = 'done' where seq = 1");
        assertThat(weirAsAdmin("audit", "verify")).isZero();
    }

    private void sql(String statement) throws Exception {
        try (Connection connection = DriverManager.getConnection(DatabaseUrl.h2(data), "", "");
                Statement change = connection.createStatement()) {
            assertThat(change.executeUpdate(statement)).isEqualTo(1);
        }
    }

    @Test
    void aKeyOnTheCommandLineIsRejectedAndNotRepeated() {
        String key = "weir_live_" + "a".repeat(38);
        assertThat(weirAsAdmin("api-key", "verify", "--key", key)).isEqualTo(2);
        assertThat(err.toString()).contains("standard input").doesNotContain(key);
        assertThat(weirAsAdmin("api-key", "verify", key)).isEqualTo(2);
        assertThat(err.toString()).contains("standard input").doesNotContain(key);
    }

    @Test
    void badInputIsRejectedWithItsField() {
        assertThat(weirAsAdmin("api-key", "create", "--owner", "a", "--limit", "often"))
                .isEqualTo(2);
        assertThat(err.toString()).startsWith("The server refused: Cannot read the limit \"often\": ");
        assertThat(weirAsAdmin("api-key", "revoke", "key_0")).isEqualTo(3);
    }

    @Test
    void aScanFindsAKeyAndDoesNotPrintIt(@TempDir Path folder) throws Exception {
        assertThat(weirAsAdmin("api-key", "create", "--owner", "scanned")).isZero();
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
        assertThat(weirAsAdmin("api-key", "import", file.toString())).isZero();
        assertThat(out.toString()).isEqualToIgnoringNewLines("1 keys imported");
        assertThat(verify("an-old-secret-of-another-system")).isZero();
    }

    @Test
    void aPersonIsExportedAndErased() {
        String[] person = {"user:42", "account:ann", "ip:192.0.2.1", "owner:ann"};
        weirAsAdmin("api-key", "create", "--owner", "ann");
        weirAsAdmin("block", "add", "user:42", "--for", "1h", "--reason", "spam", "--by", "ann");
        assertThat(weirAsAdmin(with(person, "subject", "export"))).isZero();
        assertThat(out.toString()).contains("\"spam\"", "\"owner\" : \"ann\"", "key.created");
        assertThat(weirAsAdmin(with(person, "subject", "erase", "--by", "dpo", "--reason", "T-1")))
                .isZero();
        assertThat(out.toString())
                .contains("user:42 erased: counters, 1 blocks")
                .contains("failed logins, with their locks at 1 named sources")
                .contains("owner:ann erased: 1 API keys");
        assertThat(weirAsAdmin("block", "list")).isZero();
        assertThat(out.toString()).isEqualToIgnoringNewLines("nothing is blocked");
        assertThat(weirAsAdmin("subject", "erase", "usr:42")).isEqualTo(2);
    }

    private static String[] with(String[] last, String... first) {
        return Stream.concat(Stream.of(first), Stream.of(last)).toArray(String[]::new);
    }

    @Test
    void aQuarterIsForgottenOnlyOnRequest() {
        assertThat(weirAsAdmin("audit", "forget", "--quarter", "1999Q1")).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("Nothing was done. It cannot be undone")
                .endsWith("Say --yes to do it.\n");
        assertThat(weirAsAdmin("audit", "forget", "--quarter", "1999Q1", "--yes"))
                .isEqualTo(3);
        assertThat(err.toString()).contains("there is no key for pseudonyms of 1999Q1; there is one for 20");
        String quarter = Pseudonyms.quarter(Instant.now());
        assertThat(weirAsAdmin("audit", "forget", "--quarter", quarter, "--yes"))
                .isZero();
        assertThat(out.toString()).startsWith("no pseudonym of " + quarter);
    }

    @Test
    void aSubjectIsBlockedAndAnAccountUnlocked() {
        assertThat(weirAsAdmin("block", "add", "ip:192.0.2.66", "--for", "1h", "--reason", "abuse", "--by", "ann"))
                .isZero();
        assertThat(out.toString()).startsWith("ip:192.0.2.66 is blocked until 20");
        assertThat(weirAsAdmin("block", "list")).isZero();
        assertThat(out.toString()).contains("ip:192.0.2.66", "ann", "abuse");
        assertThat(weirAsAdmin("block", "remove", "ip:192.0.2.66")).isZero();
        assertThat(weirAsAdmin("block", "remove", "ip:192.0.2.66")).isEqualTo(3);
        assertThat(err.toString()).contains("is not blocked");
        assertThat(weirAsAdmin("block", "list")).isZero();
        assertThat(out.toString()).isEqualToIgnoringNewLines("nothing is blocked");
        assertThat(weirAsAdmin("lock", "list", "ann", "--ip", "192.0.2.1")).isZero();
        assertThat(out.toString()).isEqualToIgnoringNewLines("not locked");
        assertThat(weirAsAdmin("lock", "clear", "ann", "--ip", "192.0.2.1")).isZero();
        assertThat(out.toString()).isEqualToIgnoringNewLines("ann is not locked there now");
        assertThat(weirAsAdmin("lock", "list", "ann")).isEqualTo(2);
    }
}
