package io.weir.compat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

final class ReactiveKeysTest extends KeysContract {

    private static RunningApp app;

    @BeforeAll
    static void start() {
        app = RunningApp.start(
                ReactiveKeyShop.class, "keys", ReactiveShop.TYPE, "--spring.datasource.url=jdbc:h2:mem:reactive-keys");
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
