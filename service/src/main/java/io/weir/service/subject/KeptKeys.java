package io.weir.service.subject;

import io.weir.guard.key.ApiKey;
import io.weir.guard.key.admin.ChangeOrigin;
import io.weir.guard.key.admin.KeyQuery;
import io.weir.live.Author;
import io.weir.service.guard.ServiceGuard;
import io.weir.service.guard.keys.KeyJson;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The API keys of an owner. */
record KeptKeys(ServiceGuard guard) implements KeptPlace {

    private static final int MOST = 1_000;
    private static final String KEYS = "keys";

    @Override
    public CompletionStage<Map<String, Object>> show(PersonName name) {
        return name.owner().isEmpty() || !guard.isWanted()
                ? CompletableFuture.completedStage(Map.of())
                : guard.ask(open -> {
                    Instant now = Instant.now();
                    KeyQuery query = KeyQuery.ALL.withOwner(name.owner().get()).withLimit(MOST);
                    return Map.of(
                            KEYS,
                            open.keys().list(query).stream()
                                    .map(key -> KeyJson.of(key, now))
                                    .toList());
                });
    }

    @Override
    public CompletionStage<Map<String, Object>> erase(PersonName name, Author author) {
        if (name.owner().isEmpty() || !guard.isWanted()) {
            return CompletableFuture.completedStage(Map.of());
        }
        ChangeOrigin origin = new ChangeOrigin(author.by(), author.reason());
        return guard.ask(open -> {
            List<ApiKey> erased = open.keys().erase(name.owner().get(), origin);
            return Map.of(KEYS, erased.stream().map(ApiKey::id).toList());
        });
    }
}
