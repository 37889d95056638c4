package io.weir.guard.challenge;

import io.weir.classify.IpAddress;
import io.weir.time.Scheduler;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/**
 * Asks a provider about a token: at the one address of the settings, without following redirects, 16 KB at most, within two
 * seconds from the first byte to the last.
 */
final class VerifyCall {

    static final Duration LONGEST = Duration.ofSeconds(2);

    private static final int MOST_BYTES = 16 * 1024;
    private static final int OK = 200;

    private final SiteverifyConfig config;
    private final Scheduler scheduler;
    private final HttpClient client = HttpClient.newBuilder()
            .version(Version.HTTP_1_1)
            .followRedirects(Redirect.NEVER)
            .connectTimeout(LONGEST)
            .build();

    VerifyCall(SiteverifyConfig config, Scheduler scheduler) {
        this.config = config;
        this.scheduler = scheduler;
    }

    /** The stage fails if the provider does not answer in time, or with anything but a reply. */
    CompletionStage<ProviderReply> ask(String token, Optional<IpAddress> address) {
        HttpRequest request = HttpRequest.newBuilder(config.url())
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Accept", "application/json")
                .POST(BodyPublishers.ofString(form(token, address)))
                .build();
        CompletableFuture<ProviderReply> reply = new CompletableFuture<>();
        Runnable cancel = scheduler.schedule(
                LONGEST.toNanos() / 1_000,
                () -> reply.completeExceptionally(new TimeoutException("it did not reply within " + LONGEST)));
        send(request, reply, config.provider() == CaptchaProvider.TURNSTILE ? 1 : 0);
        return reply.whenComplete((done, failure) -> cancel.run());
    }

    /** Sends again after a broken connection if the provider recognizes the question by its key. */
    @SuppressWarnings("FutureReturnValueIgnored") // The reply takes whatever becomes of the call.
    private void send(HttpRequest request, CompletableFuture<ProviderReply> reply, int retries) {
        CompletableFuture<HttpResponse<String>> sent = client.sendAsync(request, head -> new BoundedBody(MOST_BYTES));
        reply.whenComplete((done, failure) -> sent.cancel(true));
        sent.thenApply(VerifyCall::read).whenComplete((read, failure) -> {
            if (failure == null) {
                reply.complete(read);
            } else if (retries > 0 && !reply.isDone() && cause(failure) instanceof IOException) {
                send(request, reply, retries - 1);
            } else {
                reply.completeExceptionally(cause(failure));
            }
        });
    }

    private static ProviderReply read(HttpResponse<String> response) {
        if (response.statusCode() != OK) {
            throw new IllegalArgumentException("it answered with status " + response.statusCode());
        }
        return ProviderReply.parse(response.body());
    }

    static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    private String form(String token, Optional<IpAddress> address) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("secret", config.secret());
        fields.put("response", token);
        address.ifPresent(known -> fields.put("remoteip", known.toString()));
        switch (config.provider()) {
            case HCAPTCHA -> fields.put("sitekey", config.siteKey());
            case TURNSTILE -> fields.put("idempotency_key", UUID.randomUUID().toString());
            case RECAPTCHA -> {}
        }
        return fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }
}
