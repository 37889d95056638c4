package io.weir.compat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

final class ReactiveLoginTest extends LoginContract {

    private static RunningApp app;

    @BeforeAll
    static void start() {
        app = LoginShops.start(ReactiveLoginShop.class, ReactiveShop.TYPE);
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    @Override
    RunningApp app() {
        return app;
    }
}
