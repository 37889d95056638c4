package io.weir.service;

import static io.weir.blackbox.Calls.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.blackbox.Calls;
import io.weir.guard.secret.Pepper;
import io.weir.policyfile.PolicyReader;
import io.weir.service.access.Access;
import io.weir.service.credentials.CredentialSettings;
import io.weir.testkit.redis.RedisServer;
import java.net.http.HttpResponse;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Instances on one Redis settle each other's receipts if they know the same pepper. */
final class SettledElsewhereTest {

    private static final String POLICY =
            "rules: [{name: failures, match: {path: /sign-in}, per: user, limit: 3/h, count-on: 401}]";
    private static final String FIRST = Pepper.random();
    private static final String SECOND = Pepper.random();

    private static final RedisServer REDIS = RedisServer.start();
    private static final WeirService A = start("v1:" + FIRST);

    /** Has learnt a new version of the pepper already. */
    private static final WeirService B = start("v1:" + FIRST + ",v2:" + SECOND);

    private static WeirService start(String pepper) {
        WeirService service =
                WeirService.start(new ServiceSettings(0, "127.0.0.1", new Access(Calls.ADMIN, Optional.empty()))
                        .withStore(ServiceContract.withoutTimeouts(REDIS))
                        .withCredentials(CredentialSettings.NONE.withPepper(Pepper.parse(pepper))));
        service.gate().replace(PolicyReader.create().read("policy.yml", POLICY));
        return service;
    }

    @AfterAll
    static void stop() {
        A.close();
        B.close();
        REDIS.close();
    }

    private static String receipt(WeirService service, String user) throws Exception {
        HttpResponse<String> response = new Calls(service.port())
                .post("evaluate", "{\"method\":\"GET\",\"path\":\"/sign-in\",\"user\":\"" + user + "\"}");
        assertThat(response.statusCode()).isEqualTo(200);
        return json(response).path("receipt").asString();
    }

    private static HttpResponse<String> settle(WeirService service, String receipt, int status) throws Exception {
        return new Calls(service.port()).post("settle", "{\"receipt\":\"" + receipt + "\",\"status\":" + status + "}");
    }

    @Test
    void aRequestThatAEvaluatedIsSettledByB() throws Exception {
        for (int i = 0; i < 4; i++) {
            String receipt = receipt(A, "ann");
            assertThat(settle(B, receipt, 200).statusCode()).isEqualTo(204);
            assertThat(settle(A, receipt, 200).statusCode()).isEqualTo(409);
        }
    }

    @Test
    void aReceiptUnderAnUnknownPepperChangesNothing() throws Exception {
        String receipt = receipt(B, "bob");
        HttpResponse<String> unknown = settle(A, receipt, 200);
        assertThat(unknown.statusCode()).isEqualTo(400);
        assertThat(json(unknown).path("detail").asString())
                .endsWith("to an instance with the same store and the same pepper");
        assertThat(settle(B, receipt, 200).statusCode()).isEqualTo(204);
    }
}
