package io.weir.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/**
 * The report in a real browser; skipped if none is installed. {@code -Dweir.shots=<folder>} keeps pictures of it.
 */
final class ReportPageTest {

    @TempDir
    private static Path folder;

    private static ChromeDriver browser;

    @BeforeAll
    static void open() throws IOException {
        Optional<File> chromium = onPath("chromium", "chromium-browser", "google-chrome");
        Optional<File> driver = onPath("chromedriver");
        assumeTrue(chromium.isPresent() && driver.isPresent(), "the report is not tested: there is no chromium here");
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        logs.enable(LogType.PERFORMANCE, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
        options.setBinary(chromium.get());
        options.addArguments(
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--host-resolver-rules=MAP * ~NOTFOUND",
                "--user-data-dir=" + folder.resolve("profile"));
        browser = new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(driver.get())
                        .build(),
                options);
        Path page = folder.resolve("report.html");
        Files.writeString(page, HtmlReport.of(SampleLog.report(folder, ShownSubjects.hashed())));
        resize(1_280, 900);
        browser.get(page.toUri().toString());
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.quit();
        }
    }

    private static Optional<File> onPath(String... names) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.of(names)
                .flatMap(name -> Stream.of(path.split(File.pathSeparator, -1)).map(folder -> new File(folder, name)))
                .filter(File::canExecute)
                .findFirst();
    }

    private static void resize(int width, int height) {
        browser.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 500));
    }

    private static void dark(boolean isDark) {
        browser.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of(
                        "features",
                        List.of(Map.of("name", "prefers-color-scheme", "value", isDark ? "dark" : "light"))));
    }

    private static long number(String script) {
        return Long.parseLong(String.valueOf(browser.executeScript("return " + script)));
    }

    private static void keep(String name) throws IOException {
        String shots = System.getProperty("weir.shots");
        if (shots != null) {
            Object picture = browser.executeCdpCommand("Page.captureScreenshot", Map.of("captureBeyondViewport", true))
                    .get("data");
            Files.write(Path.of(shots, name + ".png"), Base64.getDecoder().decode(String.valueOf(picture)));
            Files.write(Path.of(shots, name + "-view.png"), browser.getScreenshotAs(OutputType.BYTES));
        }
    }

    @Test
    void thePageShowsEverythingAndAsksNobodyForAnything() throws IOException {
        keep("report-wide");
        assertThat(browser.findElement(By.id("traffic")).getText()).contains("requests of");
        assertThat(number("document.querySelectorAll('.uplot canvas').length")).isGreaterThanOrEqualTo(3);
        assertThat(browser.findElement(By.id("coverage")).getText()).contains("tier-free none the log has no user");
        assertThat(browser.manage().logs().get(LogType.BROWSER).getAll()).isEmpty();
        List<String> asked = browser.manage().logs().get(LogType.PERFORMANCE).getAll().stream()
                .map(entry -> entry.getMessage())
                .filter(message -> message.contains("\"Network.requestWillBeSent\"") && message.contains("report.html"))
                .filter(message ->
                        !message.matches(".*\"request\":\\{[^}]*.*?\"url\":\"(file:[^\"]*report.html|data:[^\"]*)\".*"))
                .toList();
        assertThat(asked).isEmpty();
    }

    @Test
    void theLineOfNeededCapacityCanBeMoved() {
        String before = browser.findElement(By.cssSelector("output")).getText();
        assertThat(before).contains("(as written)").contains("subjects would be denied at least once");
        browser.executeScript("const s = document.querySelector('input[type=range]'); s.value = 100;"
                + " s.dispatchEvent(new Event('input'));");
        assertThat(browser.findElement(By.cssSelector("output")).getText())
                .isNotEqualTo(before)
                .doesNotContain("(as written)");
    }

    @Test
    void nothingIsWiderThanAPhoneInLightAndDark() throws IOException {
        resize(375, 667);
        dark(true);
        try {
            assertThat(number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(375);
            assertThat(browser.executeScript("return getComputedStyle(document.body).backgroundColor"))
                    .isEqualTo("rgb(20, 24, 30)");
            keep("report-phone-dark");
        } finally {
            dark(false);
            resize(1_280, 900);
        }
    }

    @Test
    void thePagePrints() throws IOException {
        String pdf = String.valueOf(browser.executeCdpCommand("Page.printToPDF", Map.of("printBackground", true))
                .get("data"));
        byte[] bytes = Base64.getDecoder().decode(pdf);
        assertThat(new String(bytes, 0, 5, StandardCharsets.ISO_8859_1)).isEqualTo("%PDF-");
        assertThat(bytes.length).isGreaterThan(20_000);
        if (System.getProperty("weir.shots") != null) {
            Files.write(Path.of(System.getProperty("weir.shots"), "report.pdf"), bytes);
        }
        browser.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("media", "print"));
        assertThat(browser.findElement(By.cssSelector("input[type=range]")).isDisplayed())
                .isFalse();
        browser.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("media", ""));
    }
}
