package io.weir.service;

import static io.weir.blackbox.Calls.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.blackbox.Calls;
import io.weir.testkit.Threads;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * What is reported of responses, over real HTTP. The policy has a rule for {@code /sign-in} that counts failures, and one for
 * {@code /search} that gives back server errors; both allow three of each user.
 */
interface SettleContract {

    Calls calls();

    private HttpResponse<String> evaluate(String path, String user) throws Exception {
        return calls().post("evaluate", request(path, user));
    }

    private static String request(String path, String user) {
        return "{\"method\":\"GET\",\"path\":\"" + path + "\",\"user\":\"" + user + "\"}";
    }

    private String receipt(String path, String user) throws Exception {
        HttpResponse<String> response = evaluate(path, user);
        assertThat(response.statusCode()).isEqualTo(200);
        return json(response).path("receipt").asString();
    }

    private HttpResponse<String> settle(String receipt, int status) throws Exception {
        return calls().post("settle", "{\"receipt\":\"" + receipt + "\",\"status\":" + status + "}");
    }

    private int left(String path, String user) throws Exception {
        JsonNode rulings = json(calls().post("explain", request(path, user))).path("rulings");
        return rulings.path(rulings.size() - 1).path("remaining").asInt();
    }

    @Test
    default void onlyFailuresCountOnceTheyAreReported() throws Exception {
        for (int i = 0; i < 5; i++) {
            HttpResponse<String> settled = settle(receipt("/sign-in", "settled"), 200);
            assertThat(settled.statusCode()).isEqualTo(204);
            assertThat(settled.body()).isEmpty();
        }
        for (int i = 0; i < 3; i++) {
            assertThat(settle(receipt("/sign-in", "settled"), 401).statusCode()).isEqualTo(204);
        }
        HttpResponse<String> denied = evaluate("/sign-in", "settled");
        assertThat(denied.statusCode()).isEqualTo(429);
        assertThat(json(denied).has("receipt")).isFalse();
    }

    @Test
    default void serverErrorsAreGivenBack() throws Exception {
        assertThat(settle(receipt("/search", "erring"), 503).statusCode()).isEqualTo(204);
        assertThat(left("/search", "erring")).isEqualTo(3);
        assertThat(settle(receipt("/search", "erring"), 200).statusCode()).isEqualTo(204);
        assertThat(left("/search", "erring")).isEqualTo(2);
    }

    @Test
    default void aReceiptIsSettledOnceHoweverManyReportIt() throws Exception {
        String receipt = receipt("/search", "once");
        List<Integer> statuses = Collections.synchronizedList(new ArrayList<>());
        Threads.run(8, thread -> {
            try {
                statuses.add(settle(receipt, 500).statusCode());
            } catch (Exception failure) {
                throw new IllegalStateException(failure);
            }
        });
        assertThat(statuses).containsOnlyOnce(204).containsOnly(204, 409);
        HttpResponse<String> again = settle(receipt, 500);
        assertThat(again.statusCode()).isEqualTo(409);
        assertThat(again.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(json(again).path("detail").asString())
                .isEqualTo("the receipt was settled before; nothing was changed");
        assertThat(left("/search", "once")).isEqualTo(3);
    }

    @Test
    default void aReceiptIsGivenOnlyIfTheResponseMatters() throws Exception {
        assertThat(json(evaluate("/other", "plain")).has("receipt")).isFalse();
        assertThat(json(calls().post("explain", request("/search", "plain"))).has("receipt"))
                .isFalse();
    }

    @Test
    default void everyRequestOfABatchHasItsReceipt() throws Exception {
        String all = "{\"requests\":[" + request("/search", "batch") + "," + request("/other", "batch") + ","
                + request("/search", "batch") + "]}";
        JsonNode verdicts = json(calls().post("evaluate/batch", all)).path("verdicts");
        assertThat(verdicts.path(1).has("receipt")).isFalse();
        for (int i : new int[] {0, 2}) {
            assertThat(settle(verdicts.path(i).path("receipt").asString(), 502).statusCode())
                    .isEqualTo(204);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"status":401}                         | receipt | must be given, as /evaluate has returned it
            {"receipt":7,"status":401}             | receipt | must be a text, such as "a"
            {"receipt":"","status":401}            | receipt | is none of this service, or was changed
            {"receipt":"not base64 %","status":401} | receipt | is none of this service, or was changed
            {"receipt":"CHANGED","status":401}     | receipt | is none of this service, or was changed
            {"receipt":"GENUINE"}                  | status  | must be the status of the response, from 100 to 599
            {"receipt":"GENUINE","status":99}      | status  | must be the status of the response, from 100 to 599
            {"receipt":"GENUINE","status":600}     | status  | must be the status of the response, from 100 to 599
            {"receipt":"GENUINE","status":"401"}   | status  | must be a whole number
            {"receipt":"GENUINE","state":401}      | state   | is no field of this object
            """)
    default void whatCannotBeSettledIsA400ThatNamesTheFieldAndChangesNothing(String body, String field, String detail)
            throws Exception {
        String genuine = receipt("/search", "wrong-" + body.hashCode());
        String changed = genuine.substring(0, 40) + (genuine.charAt(40) == 'A' ? 'B' : 'A') + genuine.substring(41);
        HttpResponse<String> response =
                calls().post("settle", body.replace("GENUINE", genuine).replace("CHANGED", changed));
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(json(response).path("field").asString()).isEqualTo(field);
        assertThat(json(response).path("detail").asString()).startsWith(field + " " + detail);
        assertThat(settle(genuine, 500).statusCode()).isEqualTo(204);
    }
}
