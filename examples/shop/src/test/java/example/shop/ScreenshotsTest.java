package example.shop;

import example.shop.factor.SecondFactors;
import example.shop.factor.TimeCode;
import example.shop.identity.Account;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Takes a picture of every page, for the tutorial and for eyes: {@code -Dweir.shop.screenshots=folder}. */
@EnabledIfSystemProperty(named = "weir.shop.screenshots", matches = ".+")
final class ScreenshotsTest {

    private final OpenShop shop = OpenShop.get();
    private int guesses;
    private final Path folder = Path.of(System.getProperty("weir.shop.screenshots", "target"));

    private void shoot(Browser browser, String name) throws IOException {
        browser.prefer("light");
        browser.resize(1200, 860);
        browser.screenshot(folder.resolve(name + "-wide.png"));
        browser.resize(375, 760);
        browser.screenshot(folder.resolve(name + "-phone.png"));
        browser.prefer("dark");
        browser.screenshot(folder.resolve(name + "-phone-dark.png"));
        browser.resize(1200, 860);
        browser.screenshot(folder.resolve(name + "-wide-dark.png"));
        browser.prefer("light");
    }

    private void logIn(Browser browser, String email, String password) {
        browser.open("/login");
        browser.fill("#email", email);
        browser.fill("#password", password);
        browser.click("main button");
    }

    @Test
    void everyPage() throws IOException {
        shop.time().advance(Duration.ofHours(1));
        Account customer = shop.newCustomer();
        Account admin = shop.newAdmin();
        SecondFactors.New factor = shop.newSecondFactor(admin);
        try (Browser browser = Browser.start(shop.url())) {
            for (String page : new String[] {
                "/", "/search?q=teapot", "/search?q=nothing", "/product/5", "/login", "/sign-up", "/cart", "/nowhere"
            }) {
                browser.open(page);
                shoot(
                        browser,
                        page.equals("/") ? "home" : page.replaceAll("\\W+", "-").substring(1));
            }
            browser.open("/sign-up");
            browser.fill("#name", "Ann");
            browser.fill("#email", "ann.new@example.com");
            browser.fill("#password", "password123");
            browser.click("main button");
            browser.waitFor(".problem", "stronger");
            shoot(browser, "sign-up-weak");
            logIn(browser, customer.email(), OpenShop.PASSWORD);
            browser.waitForPath("/");
            for (int product : new int[] {5, 8, 11}) {
                browser.open("/product/" + product);
                browser.click("main button");
                browser.waitForPath("/cart");
            }
            shoot(browser, "cart");
            browser.click(".actions button");
            browser.waitFor("h1", "reserved");
            shoot(browser, "order-reserved");
            browser.click(".card button");
            browser.waitFor("h1", "paid");
            shoot(browser, "order-paid");
            browser.open("/account");
            shoot(browser, "account");
            browser.fill("#key-name", "backup");
            browser.click("#keys .inline button");
            browser.waitFor("h1", "backup");
            shoot(browser, "new-key");
            browser.open("/account");
            shoot(browser, "account-key");
            browser.open("/account/second-factor");
            shoot(browser, "second-factor");
            browser.forgetCookies();
            for (int i = 0; i < 3; i++) {
                logIn(browser, customer.email(), "wrong password " + guesses++);
                browser.waitFor(".problem", "wrong");
            }
            shoot(browser, "login-wrong");
            for (int i = 0; i < 3; i++) {
                logIn(browser, customer.email(), "wrong password " + guesses++);
                browser.waitFor("[role=alert]", i < 2 ? "wrong" : "too many");
            }
            shoot(browser, "locked");
            shop.time().advance(Duration.ofHours(2));
            logIn(browser, admin.email(), OpenShop.PASSWORD);
            browser.waitFor("h1", "Your code");
            shoot(browser, "code");
            browser.fill("#code", TimeCode.at(factor.secret(), shop.now()));
            browser.click("main button");
            browser.waitForPath("/");
            browser.open("/admin");
            shoot(browser, "admin");
        }
    }
}
