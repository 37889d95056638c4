package io.weir.service;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.Select;
import org.openqa.selenium.support.ui.WebDriverWait;

/** The Chromium of this machine, without a window; it connects only to the loopback address. */
final class Browser implements BeforeEachCallback, AfterAllCallback {

    private static final List<String> FLAGS = List.of(
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1");

    private @Nullable ChromeDriver driver;

    /** Starts the browser once. If none is installed, each test is skipped with the reason, so that it shows in the report. */
    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        if (driver != null) {
            return;
        }
        Optional<File> chromium = onPath("chromium", "chromium-browser", "google-chrome");
        Optional<File> chromedriver = onPath("chromedriver");
        assumeTrue(chromium.isPresent(), "the page is not tested: there is no chromium on the PATH");
        assumeTrue(chromedriver.isPresent(), "the page is not tested: there is no chromedriver on the PATH");
        driver = new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(chromedriver.orElseThrow())
                        .build(),
                options(chromium.orElseThrow()));
    }

    private static ChromeOptions options(File chromium) throws IOException {
        LoggingPreferences console = new LoggingPreferences();
        console.enable(LogType.BROWSER, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setCapability(ChromeOptions.LOGGING_PREFS, console);
        options.setBinary(chromium);
        options.addArguments(FLAGS);
        Path profile = Files.createTempDirectory(Path.of("target"), "chromium");
        options.addArguments("--user-data-dir=" + profile.toAbsolutePath());
        return options;
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (driver != null) {
            driver.quit();
        }
    }

    boolean isStarted() {
        return driver != null;
    }

    private ChromeDriver driver() {
        if (driver == null) {
            throw new IllegalStateException("the browser is not started");
        }
        return driver;
    }

    private static Optional<File> onPath(String... names) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.of(names)
                .flatMap(name -> Stream.of(path.split(File.pathSeparator, -1)).map(folder -> new File(folder, name)))
                .filter(File::canExecute)
                .findFirst();
    }

    void open(String url) {
        driver().get(url);
    }

    void resize(int width, int height) {
        driver().executeCdpCommand(
                        "Emulation.setDeviceMetricsOverride",
                        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", true));
    }

    WebElement find(String selector) {
        return driver().findElement(By.cssSelector(selector));
    }

    void fill(String selector, String text) {
        find(selector).clear();
        find(selector).sendKeys(text);
    }

    void choose(String selector, String option) {
        new Select(find(selector)).selectByVisibleText(option);
    }

    /** Waits until the element's text matches the pattern, and returns the text. */
    String waitFor(String selector, String pattern) {
        new WebDriverWait(driver(), Duration.ofSeconds(30))
                .withMessage(() -> selector + " should be like " + pattern + " but is "
                        + find(selector).getText())
                .until(page -> find(selector).getText().matches(pattern));
        return find(selector).getText();
    }

    void click(String selector) {
        find(selector).click();
    }

    /** Clicks the first element of a kind whose text begins like that, as soon as there is one. */
    void click(String selector, String text) {
        new WebDriverWait(driver(), Duration.ofSeconds(30))
                .withMessage(() -> "there should be a " + selector + " with " + text)
                .until(page -> page.findElements(By.cssSelector(selector)).stream()
                        .filter(each -> each.isDisplayed() && each.getText().startsWith(text))
                        .findFirst()
                        .map(each -> {
                            each.click();
                            return true;
                        })
                        .orElse(false));
    }

    /** Waits until so many elements match. */
    void waitForCount(String selector, int count) {
        new WebDriverWait(driver(), Duration.ofSeconds(30))
                .withMessage(() -> "there should be " + count + " of " + selector + ", but there are "
                        + text("return [...document.querySelectorAll('" + selector + "')].map(e => e.innerText)"))
                .until(page -> page.findElements(By.cssSelector(selector)).size() == count);
    }

    /** Chooses light or dark for the pages that are opened next. */
    void colors(String scheme) {
        driver().executeCdpCommand(
                        "Emulation.setEmulatedMedia",
                        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    /** Runs a script in every page that is opened next, before those of the page. */
    void prepare(String script) {
        driver().executeCdpCommand("Page.addScriptToEvaluateOnNewDocument", Map.of("source", script));
    }

    String url() {
        return String.valueOf(driver().getCurrentUrl());
    }

    String text(String script) {
        return String.valueOf(driver().executeScript(script));
    }

    /** Runs a script that calls its last argument when it is done. */
    String asyncText(String script) {
        return String.valueOf(driver().executeAsyncScript(script));
    }

    byte[] screenshot() {
        return driver().getScreenshotAs(OutputType.BYTES);
    }

    long number(String script) {
        return Long.parseLong(String.valueOf(driver().executeScript(script)));
    }

    /** Returns the messages in the console since the last call, without the browser's own messages on rejected calls. */
    List<String> console() {
        return driver().manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(entry -> entry.getLevel() + " " + entry.getMessage())
                .filter(line ->
                        !line.matches("(?s).*/api/v1/.* - Failed to load resource: the server responded with .*"))
                .toList();
    }
}
