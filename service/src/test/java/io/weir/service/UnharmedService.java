package io.weir.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.service.access.Access;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A service for tests of bad requests. After each test it has consumed nothing and still answers a good request. */
final class UnharmedService implements BeforeEachCallback, AfterEachCallback, AfterAllCallback {

    private final WeirService service =
            WeirService.start(new ServiceSettings(0, "127.0.0.1", new Access("admin-secret", Optional.empty())));
    private final RawHttp http = new RawHttp(service);
    private RawHttp.Counts before = new RawHttp.Counts(0, "");

    RawHttp http() {
        return http;
    }

    @Override
    public void beforeEach(ExtensionContext test) throws Exception {
        before = http.counts();
    }

    @Override
    public void afterEach(ExtensionContext test) throws Exception {
        assertThat(http.counts()).isEqualTo(before);
        assertThat(http.get(RawHttp.CHECK + "?key=good")).startsWith("HTTP/1.1 200 ");
    }

    @Override
    public void afterAll(ExtensionContext tests) {
        service.close();
    }
}
