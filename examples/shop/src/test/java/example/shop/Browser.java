package example.shop;

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
import org.openqa.selenium.By;
import org.openqa.selenium.Cookie;
import org.openqa.selenium.Keys;
import org.openqa.selenium.NoSuchElementException;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/** The Chromium of this machine, without a window; it connects only to the loopback address. */
final class Browser implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
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

    private final ChromeDriver driver;
    private final String shop;

    private Browser(ChromeDriver driver, String shop) {
        this.driver = driver;
        this.shop = shop;
    }

    /** Starts a browser with a profile of its own. If none is installed, the test is skipped with the reason. */
    static Browser start(String shop) throws IOException {
        Optional<File> chromium = onPath("chromium", "chromium-browser", "google-chrome");
        Optional<File> chromedriver = onPath("chromedriver");
        assumeTrue(chromium.isPresent(), "the pages are not tested: there is no chromium on the PATH");
        assumeTrue(chromedriver.isPresent(), "the pages are not tested: there is no chromedriver on the PATH");
        ChromeDriver driver = new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(chromedriver.orElseThrow())
                        .build(),
                options(chromium.orElseThrow()));
        Browser browser = new Browser(driver, shop);
        browser.looksLikeOneWithAWindow();
        return browser;
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

    /** A browser without a window names itself as one, and would rightly be taken for a bot. */
    private void looksLikeOneWithAWindow() {
        String agent = String.valueOf(driver.executeScript("return navigator.userAgent"))
                .replace("HeadlessChrome", "Chrome");
        String major = agent.replaceAll(".*Chrome/(\\d+).*", "$1");
        List<Map<String, String>> brands =
                List.of(Map.of("brand", "Chromium", "version", major), Map.of("brand", "Not A(Brand", "version", "24"));
        driver.executeCdpCommand(
                "Network.setUserAgentOverride",
                Map.of(
                        "userAgent",
                        agent,
                        "acceptLanguage",
                        "en-GB,en",
                        "userAgentMetadata",
                        Map.of(
                                "brands", brands,
                                "platform", "Linux",
                                "platformVersion", "",
                                "architecture", "x86",
                                "model", "",
                                "mobile", false)));
    }

    private static Optional<File> onPath(String... names) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.of(names)
                .flatMap(name -> Stream.of(path.split(File.pathSeparator, -1)).map(folder -> new File(folder, name)))
                .filter(File::canExecute)
                .findFirst();
    }

    void open(String path) {
        driver.get(shop + path);
    }

    void reload() {
        driver.navigate().refresh();
    }

    String source() {
        return String.valueOf(driver.getPageSource());
    }

    String path() {
        return String.valueOf(driver.getCurrentUrl()).substring(shop.length());
    }

    void resize(int width, int height) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 700));
    }

    void prefer(String scheme) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    WebElement find(String selector) {
        return driver.findElement(By.cssSelector(selector));
    }

    boolean has(String selector) {
        return !driver.findElements(By.cssSelector(selector)).isEmpty();
    }

    void fill(String selector, String text) {
        find(selector).clear();
        find(selector).sendKeys(text);
    }

    void click(String selector) {
        find(selector).click();
    }

    void press(CharSequence... keys) {
        driver.switchTo().activeElement().sendKeys(keys);
    }

    /** Moves the focus with the tabulator until the element has it. */
    void tabTo(String selector) {
        WebElement wanted = find(selector);
        for (int i = 0; i < 60; i++) {
            if (driver.switchTo().activeElement().equals(wanted)) {
                return;
            }
            press(Keys.TAB);
        }
        throw new AssertionError(selector + " cannot be reached by keyboard");
    }

    /** Waits until the page says something, and returns the element that does. */
    WebElement waitFor(String selector, String part) {
        return new WebDriverWait(driver, PATIENCE)
                .ignoring(NoSuchElementException.class)
                .ignoring(StaleElementReferenceException.class)
                .withMessage(() -> selector + " should say " + part + " but the page says: "
                        + find("main").getText())
                .until(page -> page.findElements(By.cssSelector(selector)).stream()
                        .filter(found -> found.getText().contains(part))
                        .findFirst()
                        .orElse(null));
    }

    /** Waits until the browser is at a path. */
    void waitForPath(String path) {
        new WebDriverWait(driver, PATIENCE)
                .withMessage(() -> "should be at " + path + " but is at " + path() + ": "
                        + find("main").getText())
                .until(page -> path().equals(path));
    }

    /** Returns by how many pixels the page is wider than the window. */
    long overflow() {
        return Long.parseLong(String.valueOf(driver.executeScript(
                "return document.documentElement.scrollWidth - document.documentElement.clientWidth")));
    }

    Optional<Cookie> cookie(String name) {
        return Optional.ofNullable(driver.manage().getCookieNamed(name));
    }

    void setCookie(Cookie cookie) {
        driver.manage().addCookie(cookie);
    }

    void forgetCookies() {
        driver.manage().deleteAllCookies();
    }

    void screenshot(Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
    }

    /** Returns what the console complained about, without the statuses of responses. */
    List<String> console() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(entry -> entry.getLevel() + " " + entry.getMessage())
                .filter(line -> !line.contains("the server responded with a status of"))
                .toList();
    }

    @Override
    public void close() {
        driver.quit();
    }
}
