package io.weir.service.credentials;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.weir.guard.jwt.JwtCode;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Counts verified tokens by their codes, as {@code guard.tokens.verified}. The registry of the keys counts those. */
final class CredentialMeters {

    private final Map<String, Counter> tokens;

    CredentialMeters(MeterRegistry registry) {
        this.tokens = Stream.concat(
                        Arrays.stream(JwtCode.values()).map(JwtCode::text), Stream.of(Standing.NOT_VERIFIED.text()))
                .collect(Collectors.toUnmodifiableMap(
                        Function.identity(),
                        code -> Counter.builder("guard.tokens.verified")
                                .description("Tokens that were verified")
                                .tag("code", code)
                                .register(registry)));
    }

    void count(CheckedCredential credential) {
        Counter counter = credential.kind() == CheckedCredential.Kind.API_KEY ? null : tokens.get(credential.code());
        if (counter != null) {
            counter.increment();
        }
    }
}
