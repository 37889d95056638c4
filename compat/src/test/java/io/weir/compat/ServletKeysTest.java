package io.weir.compat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

final class ServletKeysTest extends KeysContract {

    private static RunningApp app;

    @BeforeAll
    static void start() {
        app = RunningApp.start(
                ServletKeyShop.class, "keys", ServletShop.TYPE, "--spring.datasource.url=jdbc:h2:mem:servlet-keys");
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
