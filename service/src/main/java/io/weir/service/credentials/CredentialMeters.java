package io.weir.service.credentials;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.weir.guard.jwt.JwtCode;
import io.weir.guard.key.verify.KeyCode;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Counts verified credentials by their codes, as {@code guard.keys.verified} and {@code guard.tokens.verified}. */
final class CredentialMeters {

    private final Map<String, Counter> keys;
    private final Map<String, Counter> tokens;

    CredentialMeters(MeterRegistry registry) {
        List<String> ofKeys = Arrays.stream(KeyCode.values()).map(KeyCode::text).toList();
        List<String> ofTokens = Stream.concat(
                        Arrays.stream(JwtCode.values()).map(JwtCode::text), Stream.of(Standing.NOT_VERIFIED.text()))
                .toList();
        this.keys = counters(registry, "guard.keys.verified", "API keys that were verified for other systems", ofKeys);
        this.tokens = counters(registry, "guard.tokens.verified", "Tokens that were verified", ofTokens);
    }

    private static Map<String, Counter> counters(
            MeterRegistry registry, String name, String description, List<String> codes) {
        return codes.stream()
                .collect(Collectors.toUnmodifiableMap(
                        Function.identity(),
                        code -> Counter.builder(name)
                                .description(description)
                                .tag("code", code)
                                .register(registry)));
    }

    void count(CheckedCredential credential) {
        Map<String, Counter> counters = credential.kind() == CheckedCredential.Kind.API_KEY ? keys : tokens;
        Counter counter = counters.get(credential.code());
        if (counter != null) {
            counter.increment();
        }
    }
}
