package io.weir.service.guard.keys;

import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.guard.key.ApiKey;
import io.weir.guard.key.KeyState;
import io.weir.guard.key.admin.ChangeOrigin;
import io.weir.guard.key.admin.ImportedKey;
import io.weir.guard.key.admin.KeyAdministration;
import io.weir.guard.key.admin.KeyChange;
import io.weir.guard.key.admin.KeyDraft;
import io.weir.guard.key.admin.KeyQuery;
import io.weir.guard.key.verify.KeyCheck;
import io.weir.guard.key.verify.KeyVerification;
import io.weir.service.access.Access;
import io.weir.service.guard.ServiceGuard;
import io.weir.service.http.BadRequest;
import io.weir.service.http.Endpoint;
import io.weir.service.http.Endpoints;
import io.weir.service.http.Incoming;
import io.weir.service.http.JsonFields;
import io.weir.service.http.Query;
import io.weir.service.http.Reply;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * {@code /api/v1/api-keys} and the paths below: makes, shows and changes keys for administrators, and verifies keys for callers
 * that may check. A secret is only in the reply that makes it.
 */
public final class KeysApi implements Endpoints {

    private static final String PATH = "/api/v1/api-keys";
    private static final int MOST_BYTES = 16_000;
    private static final int MOST_IMPORT_BYTES = 4_000_000;
    private static final int MOST_DIGITS = 4;

    private final ServiceGuard guard;
    private final Access access;

    public KeysApi(ServiceGuard guard, Access access) {
        this.guard = guard;
        this.access = access;
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(
                new Endpoint(PATH + "/verify", HttpMethod.POST, access::allowsCheck, this::verify).withBody(MOST_BYTES),
                change("", this::create),
                new Endpoint(PATH, HttpMethod.GET, access::allowsReading, this::list),
                new Endpoint(PATH + "/show", HttpMethod.GET, access::allowsReading, this::show),
                new Endpoint(PATH + "/usage", HttpMethod.GET, access::allowsReading, this::usage),
                change("/rotate", this::rotate),
                change("/revoke", incoming -> changeState(incoming, KeyAdministration::revoke)),
                change("/disable", incoming -> changeState(incoming, KeyAdministration::disable)),
                change("/enable", incoming -> changeState(incoming, KeyAdministration::enable)),
                change("/update", this::update),
                change("/erase", this::erase),
                change("/import", this::importAll).withBody(MOST_IMPORT_BYTES));
    }

    private Endpoint change(String below, Function<Incoming, CompletionStage<Reply>> answer) {
        return new Endpoint(PATH + below, HttpMethod.POST, access::allowsChange, answer).withBody(MOST_BYTES);
    }

    private CompletionStage<Reply> create(Incoming incoming) {
        return KeyReplies.orProblem(() -> {
            ChangeOrigin origin = KeyRequest.origin(incoming);
            KeyDraft draft = KeyRequest.draft(incoming);
            return guard.ask(open -> open.keys().create(draft, origin))
                    .thenApply(made ->
                            KeyReplies.json(KeyJson.of(made, Instant.now())).withStatus(HttpResponseStatus.CREATED));
        });
    }

    private CompletionStage<Reply> list(Incoming incoming) {
        return KeyReplies.orProblem(() -> {
            KeyQuery query = query(incoming);
            return guard.ask(open -> open.keys().list(query)).thenApply(found -> {
                Instant now = Instant.now();
                return KeyReplies.json(Map.of(
                        "keys",
                        found.stream().map(each -> KeyJson.of(each, now)).toList()));
            });
        });
    }

    private static KeyQuery query(Incoming incoming) {
        Query given = Query.of(incoming.target(), List.of("owner", "state", "after", "limit"));
        KeyQuery query = KeyQuery.ALL;
        String owner = given.get("owner");
        String state = given.get("state");
        String after = given.get("after");
        String limit = given.get("limit");
        query = owner == null ? query : query.withOwner(owner);
        query = state == null ? query : query.withState(KeyState.parse(state));
        query = after == null ? query : query.withAfter(after);
        return limit == null ? query : query.withLimit(limit(limit));
    }

    private static int limit(String text) {
        if (text.isEmpty() || text.length() > MOST_DIGITS || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw new BadRequest("limit", "must be a whole number from 1 to 1000");
        }
        return Integer.parseInt(text);
    }

    private static String idInQuery(Incoming incoming) {
        String id = Query.of(incoming.target(), List.of("id")).get("id");
        if (id == null) {
            throw new BadRequest("id", "must be given: the id of a key, such as key_4hKqrX0bQ2mZ8sVt");
        }
        return id;
    }

    private CompletionStage<Reply> show(Incoming incoming) {
        String id = idInQuery(incoming);
        return KeyReplies.orProblem(() -> guard.ask(open -> open.keys().show(id))
                .thenApply(found -> KeyReplies.json(KeyJson.of(found, Instant.now()))));
    }

    private CompletionStage<Reply> usage(Incoming incoming) {
        String id = idInQuery(incoming);
        return KeyReplies.orProblem(
                () -> guard.ask(open -> open.keys().usage(id)).thenApply(use -> KeyReplies.json(KeyJson.of(use))));
    }

    private CompletionStage<Reply> rotate(Incoming incoming) {
        return KeyReplies.orProblem(() -> {
            ChangeOrigin origin = KeyRequest.origin(incoming);
            JsonFields fields = KeyRequest.fields(incoming, "id", "grace");
            String id = KeyRequest.id(fields);
            Duration grace = KeyRequest.grace(fields);
            return guard.ask(open -> open.keys().rotate(id, grace, origin))
                    .thenApply(made -> KeyReplies.json(KeyJson.of(made, Instant.now())));
        });
    }

    /** A change that needs the id of a key only. */
    private interface StateChange {
        ApiKey make(KeyAdministration keys, String id, ChangeOrigin origin);
    }

    private CompletionStage<Reply> changeState(Incoming incoming, StateChange change) {
        return KeyReplies.orProblem(() -> {
            ChangeOrigin origin = KeyRequest.origin(incoming);
            String id = KeyRequest.id(KeyRequest.fields(incoming, "id"));
            return guard.ask(open -> change.make(open.keys(), id, origin)).thenApply(KeysApi::changed);
        });
    }

    private static Reply changed(ApiKey key) {
        return KeyReplies.json(KeyJson.of(key, Instant.now()));
    }

    private CompletionStage<Reply> update(Incoming incoming) {
        return KeyReplies.orProblem(() -> {
            ChangeOrigin origin = KeyRequest.origin(incoming);
            JsonFields fields = KeyRequest.changeFields(incoming);
            String id = KeyRequest.id(fields);
            KeyChange change = KeyRequest.change(fields);
            return guard.ask(open -> open.keys().update(id, change, origin)).thenApply(KeysApi::changed);
        });
    }

    private CompletionStage<Reply> erase(Incoming incoming) {
        return KeyReplies.orProblem(() -> {
            ChangeOrigin origin = KeyRequest.origin(incoming);
            String owner = KeyRequest.required(KeyRequest.fields(incoming, "owner"), "owner", "whose keys to erase");
            return guard.ask(open -> open.keys().erase(owner, origin)).thenApply(KeysApi::ids);
        });
    }

    private static Reply ids(List<ApiKey> keys) {
        return KeyReplies.json(Map.of("ids", keys.stream().map(ApiKey::id).toList()));
    }

    private CompletionStage<Reply> importAll(Incoming incoming) {
        return KeyReplies.orProblem(() -> {
            ChangeOrigin origin = KeyRequest.origin(incoming);
            List<ImportedKey> keys = KeyRequest.imported(incoming);
            return guard.ask(open -> open.keys().importAll(keys, origin)).thenApply(KeysApi::ids);
        });
    }

    /** Decides from memory; charges nothing. */
    private CompletionStage<Reply> verify(Incoming incoming) {
        KeyCheck check = KeyRequest.check(KeyRequest.fields(incoming, "key", "scopes", "ip"));
        return KeyReplies.orProblem(() ->
                guard.ask(open -> open.registry().verify(check)).thenApply(found -> KeyReplies.json(verified(found))));
    }

    private static Map<String, Object> verified(KeyVerification found) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("valid", found.isValid());
        json.put("code", found.code().text());
        found.id().ifPresent(id -> json.put("id", id));
        found.key().ifPresent(key -> {
            json.put("owner", key.terms().owner());
            key.terms().tenant().ifPresent(tenant -> json.put("tenant", tenant));
            key.terms().tier().ifPresent(tier -> json.put("tier", tier));
            json.put("scopes", List.copyOf(key.terms().scopes()));
        });
        return json;
    }
}
