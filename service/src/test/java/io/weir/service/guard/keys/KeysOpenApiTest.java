package io.weir.service.guard.keys;

import io.weir.service.DocumentedAnswers;
import io.weir.service.ServiceSettings;
import io.weir.service.WeirService;
import io.weir.service.access.Access;
import io.weir.service.guard.GuardedService;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The calls about keys behave as the OpenAPI document says: this test provokes and compares every documented answer. */
final class KeysOpenApiTest {

    private static final String PATH = "/api/v1/api-keys";
    private static final String UNKNOWN = "{\"id\":\"key_0000000000000000\"}";
    private static final List<String> CHANGES = List.of("/rotate", "/revoke", "/disable", "/enable", "/update");

    @Test
    void everyDocumentedAnswerIsGiven(@TempDir Path folder) throws Exception {
        try (GuardedService service = GuardedService.in(folder)) {
            DocumentedAnswers answers = answers(service);
            Calls calls = new Calls(service, answers, GuardedService.ADMIN);
            calls.provoke("POST", "", "{\"owner\":\"a\"}", 201);
            calls.provoke("POST", "", "{\"owner\":\"a\"}", 409);
            calls.provoke("POST", "", "{}", 400);
            calls.provoke("GET", "?owner=a&state=active&limit=5&after=key_0", "", 200);
            calls.provoke("GET", "?limit=0", "", 400);
            String id = service.create("{\"owner\":\"b\",\"tier\":\"t\",\"expires\":\"never\"}")
                    .path("id")
                    .asString();
            String named = "{\"id\":\"" + id + "\"}";
            calls.provoke("GET", "/show?id=" + id, "", 200);
            calls.provoke("GET", "/usage?id=" + id, "", 200);
            for (String shown : List.of("/show", "/usage")) {
                calls.provoke("GET", shown, "", 400);
                calls.provoke("GET", shown + "?id=key_0", "", 404);
            }
            for (String change : CHANGES) {
                calls.provoke("POST", change, "{}", 400);
                calls.provoke("POST", change, UNKNOWN, 404);
                calls.provoke("POST", change, "x".repeat(16_001), 413);
            }
            for (String change : List.of("/rotate?by=ann&reason=why", "/disable", "/enable", "/update", "/revoke")) {
                calls.provoke("POST", change, named, 200);
            }
            for (String change : List.of("/rotate", "/disable", "/enable", "/update")) {
                calls.provoke("POST", change, named, 409);
            }
            calls.provoke("POST", "/erase?by=ann", "{\"owner\":\"b\"}", 200);
            calls.provoke("POST", "/erase", "{}", 400);
            calls.provoke("POST", "/erase", "x".repeat(16_001), 413);
            String line = "{\"owner\":\"c\",\"key\":\"0123456789abcdef0123\"}";
            calls.provoke("POST", "/import", line, 200);
            calls.provoke("POST", "/import", line, 409);
            calls.provoke("POST", "/import", "", 400);
            calls.provoke("POST", "/import", " ".repeat(4_000_001), 413);
            calls.provoke("POST", "", "x".repeat(16_001), 413);
            calls.provoke("POST", "/verify", "{\"key\":\"0123456789abcdef0123\",\"ip\":\"192.0.2.1\"}", 200);
            calls.provoke("POST", "/verify", "{\"key\":\"x\"}", 200);
            calls.provoke("POST", "/verify", "{}", 400);
            calls.provoke("POST", "/verify", "x".repeat(16_001), 413);
            provokeForAllCalls(new Calls(service, answers, "wrong"), 401);
            withoutDatabase(answers);
            answers.assertAllProvoked();
        }
    }

    private static DocumentedAnswers answers(GuardedService service) throws Exception {
        return new DocumentedAnswers(
                GuardedService.json(service.send(GuardedService.ADMIN, "GET", "/openapi.json", "")), PATH);
    }

    private static void withoutDatabase(DocumentedAnswers answers) throws Exception {
        Access access = new Access(GuardedService.ADMIN, Optional.of(GuardedService.CHECKER));
        try (WeirService service = WeirService.start(new ServiceSettings(0, "127.0.0.1", access))) {
            provokeForAllCalls(new Calls(GuardedService.of(service), answers, GuardedService.ADMIN), 503);
        }
    }

    /** Sends every call, each of which is answered with the same status. */
    private static void provokeForAllCalls(Calls calls, int status) throws Exception {
        calls.provoke("GET", "", "", status);
        calls.provoke("POST", "", "{\"owner\":\"a\"}", status);
        calls.provoke("GET", "/show?id=a", "", status);
        calls.provoke("GET", "/usage?id=a", "", status);
        for (String change : CHANGES) {
            calls.provoke("POST", change, UNKNOWN, status);
        }
        calls.provoke("POST", "/erase", "{\"owner\":\"a\"}", status);
        calls.provoke("POST", "/import", "{\"owner\":\"c\",\"key\":\"0123456789abcdef0123\"}", status);
        calls.provoke("POST", "/verify", "{\"key\":\"x\"}", status);
    }

    /** Calls on a running service, each compared with the document. */
    private record Calls(GuardedService service, DocumentedAnswers answers, String token) {

        void provoke(String method, String below, String body, int status) throws Exception {
            answers.compare(method, below, service.send(token, method, PATH + below, body), status);
        }
    }
}
