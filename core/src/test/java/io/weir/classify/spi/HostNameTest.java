package io.weir.classify.spi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HostNameTest {

    @ParameterizedTest
    @CsvSource({
        "api.example.com, api.example.com",
        "API.Example.COM, api.example.com",
        "api.example.com., api.example.com",
        "api.example.com.., api.example.com",
        "api.example.com:8443, api.example.com",
        "api.example.com.:8443, api.example.com",
        "api.example.com:, api.example.com",
        "192.0.2.1:80, 192.0.2.1",
        "[2001:DB8::1]:80, [2001:db8::1]",
        "[2001:db8::1], [2001:db8::1]",
        "2001:db8::1, 2001:db8::1",
        "a:b, a:b",
        ":80, ''",
        "., ''",
        "'', ''"
    })
    void readsAllSpellingsOfAHostAsOne(String written, String host) {
        assertThat(HostName.read(written)).isEqualTo(host);
    }
}
