package io.weir.compat;

import io.weir.testkit.captcha.FakeProvider;
import io.weir.testkit.captcha.FakeSiteverify;
import io.weir.time.ManualTime;

/** What the applications whose logins are attacked share. */
final class LoginShops {

    static final ManualTime TIME = ManualTime.create();
    static final FakeSiteverify PROVIDER = FakeSiteverify.start(FakeProvider.TURNSTILE, TIME);

    private LoginShops() {}

    static RunningApp start(Class<?> application, String type) {
        return RunningApp.start(application, "logins", type, "--rate-limit.guard.challenge.url=" + PROVIDER.url());
    }
}
