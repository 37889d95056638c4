package example.shop;

import static org.assertj.core.api.Assertions.assertThat;

import example.shop.factor.SecondFactors;
import example.shop.factor.TimeCode;
import example.shop.identity.Account;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Cookie;
import org.openqa.selenium.Keys;

/** What people see, in a real browser. Without one, these tests are skipped with the reason. */
final class LifeInABrowserTest {

    private static final int PHONE = 375;

    private static final OpenShop SHOP = OpenShop.get();
    private static @Nullable Browser shared;

    private final Browser browser = Objects.requireNonNull(shared);

    @BeforeAll
    static void start() throws IOException {
        shared = Browser.start(SHOP.url());
    }

    @AfterAll
    static void quit() {
        if (shared != null) {
            shared.close();
        }
    }

    @BeforeEach
    void freshLimits() {
        SHOP.time().advance(Duration.ofDays(1));
        browser.open("/");
        browser.forgetCookies();
        browser.resize(1200, 860);
    }

    private void logIn(String email, String password) {
        browser.open("/login");
        browser.fill("#email", email);
        browser.fill("#password", password);
        browser.click("main button");
    }

    private void logIn(Account account) {
        logIn(account.email(), OpenShop.PASSWORD);
        browser.waitForPath("/");
    }

    @Test
    void aNewcomerIsToldOfAWeakPasswordAndSignsUpWithAStrongOne() {
        browser.open("/sign-up");
        browser.fill("#name", "Nora New");
        browser.fill("#email", "nora@example.com");
        browser.fill("#password", "password123");
        browser.click("main button");
        browser.waitFor(".problem", "at least 12 characters");
        browser.fill("#password", OpenShop.PASSWORD);
        browser.click("main button");
        browser.waitForPath("/account");
        assertThat(browser.find("h1").getText()).contains("Nora New");
    }

    @Test
    void wrongPasswordsLeadToAChallengeThenToALockWhileTheOwnersDeviceGetsIn() throws IOException {
        Account customer = SHOP.newCustomer();
        logIn(customer);
        Cookie device = browser.cookie("weir_device").orElseThrow();
        browser.forgetCookies();

        for (int guess = 1; guess <= 3; guess++) {
            logIn(customer.email(), "guess number " + guess);
            browser.waitFor(".problem", "wrong");
        }
        // The browser solves the challenges of the next two by itself.
        for (int guess = 4; guess <= 5; guess++) {
            logIn(customer.email(), "guess number " + guess);
            browser.waitFor(".problem", "wrong");
        }
        logIn(customer.email(), OpenShop.PASSWORD);
        browser.waitFor("h1", "Locked for 15 minutes");
        browser.waitFor("[role=alert]", "15 minutes");

        try (Browser own = Browser.start(SHOP.url())) {
            own.open("/login");
            own.setCookie(device);
            own.fill("#email", customer.email());
            own.fill("#password", OpenShop.PASSWORD);
            own.click("main button");
            own.waitForPath("/");
        }
    }

    @Test
    void theLockIsReadableOnAPhoneAndByKeyboard() {
        Account customer = SHOP.newCustomer();
        for (int guess = 1; guess <= 5; guess++) {
            logIn(customer.email(), "guess number " + guess);
            browser.waitFor(".problem", "wrong");
        }
        browser.resize(PHONE, 760);
        browser.open("/login");
        browser.tabTo("#email");
        browser.press(customer.email(), Keys.TAB, "one more", Keys.ENTER);
        browser.waitFor("h1", "Locked for 15 minutes");
        assertThat(browser.overflow()).isZero();
        browser.tabTo("main .button");
        browser.press(Keys.ENTER);
        browser.waitForPath("/");
    }

    @Test
    void anAdministratorIsAskedForACode() {
        Account admin = SHOP.newAdmin();
        SecondFactors.New factor = SHOP.newSecondFactor(admin);
        logIn(admin.email(), OpenShop.PASSWORD);
        browser.waitFor("h1", "Your code");
        browser.open("/admin");
        assertThat(browser.path()).as("without a code").isEqualTo("/login?next=%2Fadmin");
        logIn(admin.email(), OpenShop.PASSWORD);
        browser.waitFor("h1", "Your code");
        browser.fill("#code", TimeCode.at(factor.secret(), SHOP.now()));
        browser.click("main button");
        browser.waitForPath("/");
        browser.open("/admin");
        assertThat(browser.find("h1").getText()).isEqualTo("Admin");
    }

    @Test
    void aKeyIsShownOnceAndRefusedOnceItIsRevoked() {
        logIn(SHOP.newCustomer());
        browser.open("/account");
        browser.fill("#key-name", "backup");
        browser.click("#keys .inline button");
        String secret = browser.waitFor("#secret", "shop_live_").getText();
        ApiClient program = new ApiClient(SHOP).with("X-API-Key", secret);
        assertThat(program.get("/api/v1/orders").statusCode()).isEqualTo(200);

        browser.reload();
        browser.waitFor("h1", "Hello");
        assertThat(browser.source()).doesNotContain(secret).contains("backup");
        browser.click("#keys .rows button");
        browser.waitFor("h1", "Hello");
        assertThat(program.get("/api/v1/orders").statusCode()).isEqualTo(401);
    }

    @Test
    void aCustomerBuysSomething() {
        Account customer = SHOP.newCustomer();
        browser.open("/search?q=teapot");
        browser.click(".product a");
        browser.click("main button");
        browser.waitForPath("/cart");
        browser.click(".actions .button");
        browser.fill("#email", customer.email());
        browser.fill("#password", OpenShop.PASSWORD);
        browser.click("main button");
        browser.waitForPath("/cart");
        browser.click(".actions button");
        browser.waitFor("h1", "reserved");
        browser.waitFor(".reserved", "10 minutes");
        browser.fill("#card", "4000 0000 0000 0002");
        browser.click(".card button");
        browser.waitFor(".problem", "declined");
        browser.fill("#card", "4242 4242 4242 4242");
        browser.click(".card button");
        browser.waitFor("h1", "paid");
    }

    @Test
    void somebodyTooFastIsToldWhenToComeBack() {
        ApiClient same = new ApiClient(SHOP).with("X-Forwarded-For", "127.0.0.1");
        for (int i = 0; i < 100; i++) {
            same.get("/search?q=tea");
        }
        browser.open("/search?q=tea");
        browser.waitFor("h1", "A little slower, please");
        assertThat(browser.find("[role=alert]").getText()).contains("come back in 1 second");
        browser.resize(PHONE, 760);
        assertThat(browser.overflow()).isZero();
    }

    @Test
    void everyPageFitsAPhoneAndBreaksNoRuleOfItsOwn() {
        logIn(SHOP.newCustomer());
        browser.resize(PHONE, 760);
        browser.console();
        for (String page :
                new String[] {"/", "/search?q=cup", "/product/7", "/cart", "/account", "/sign-up", "/nowhere"}) {
            browser.open(page);
            assertThat(browser.overflow()).as(page).isZero();
        }
        assertThat(browser.console()).noneMatch(line -> line.startsWith("SEVERE"));
    }

    @Test
    void aPersonShopsByKeyboardAlone() {
        logIn(SHOP.newCustomer());
        browser.tabTo("#q");
        browser.press("kettle", Keys.ENTER);
        browser.waitFor("h1", "kettle");
        browser.tabTo(".product a");
        browser.press(Keys.ENTER);
        browser.waitFor("h1", "kettle");
        browser.tabTo("main button");
        browser.press(Keys.ENTER);
        browser.waitForPath("/cart");
        browser.tabTo(".actions button");
        browser.press(Keys.ENTER);
        browser.waitFor("h1", "reserved");
    }
}
