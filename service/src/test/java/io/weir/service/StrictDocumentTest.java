package io.weir.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import io.weir.blackbox.Calls;
import io.weir.service.access.Access;
import java.io.InputStream;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The OpenAPI document allows exactly the requests that the service accepts, so that generated clients can rely on it. */
final class StrictDocumentTest {

    private static final WeirService SERVICE =
            WeirService.start(new ServiceSettings(0, "127.0.0.1", new Access(Calls.ADMIN, Optional.empty())));
    private static final Calls CALLS = new Calls(SERVICE.port());

    @AfterAll
    static void stop() {
        SERVICE.close();
    }

    private static boolean isDocumented(String pointer, String json) throws Exception {
        try (InputStream in = StrictDocumentTest.class.getResourceAsStream("/static/openapi.json")) {
            JsonNode document = JsonMapper.shared().readTree(in);
            ObjectNode schema = (ObjectNode) document.at(pointer).deepCopy();
            schema.set("components", document.path("components"));
            SchemaRegistry registry = SchemaRegistry.withDefaultDialect(
                    SpecificationVersion.DRAFT_2020_12,
                    builder -> builder.schemaRegistryConfig(SchemaRegistryConfig.builder()
                            .formatAssertionsEnabled(true)
                            .build()));
            Schema read = registry.getSchema(schema);
            return read.validate(JsonMapper.shared().readTree(json)).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"method":"GET","path":"/"}
            {"method":"GET","path":"/a/b/?q=//"}
            {"method":"GET","path":"/a%20b/%C3%A4/%E2%82%AC/%F0%9F%98%80/ä€"}
            {"method":"GET","path":"/...","host":"api.example.com:443","ip":"2001:db8::1"}
            {"method":"GET","path":"/","host":null,"ip":null,"user":null,"headers":null,"claims":{"a":null},"permits":null}
            {"method":"GET","path":"/","permits":1000000000000}
            {"method":"GET","path":"/","permits":5.0}
            {"key":"a b","permits":3}
            {"key":"a","path":null,"claims":null}
            {"key":null,"method":"GET","path":"/"}
            {"key":null,"method":"GET","path":null}
            {"method":"GET"}
            {"path":"/"}
            {}
            {"method":"","path":"/"}
            {"method":"G T","path":"/"}
            {"method":"GET","path":""}
            {"method":"GET","path":"a"}
            {"method":"GET","path":"?"}
            {"method":"GET","path":"//"}
            {"method":"GET","path":"/a//b"}
            {"method":"GET","path":"/a/../b"}
            {"method":"GET","path":"/a/."}
            {"method":"GET","path":"/%2e%2E/b"}
            {"method":"GET","path":"/a#b"}
            {"method":"GET","path":"/a;b"}
            {"method":"GET","path":"/a\\\\b"}
            {"method":"GET","path":"/a\\u0000"}
            {"method":"GET","path":"/a%2fb"}
            {"method":"GET","path":"/a%25b"}
            {"method":"GET","path":"/a%5Cb"}
            {"method":"GET","path":"/a%3bb"}
            {"method":"GET","path":"/a%0ab"}
            {"method":"GET","path":"/a%C2%80b"}
            {"method":"GET","path":"/a%C0%AFb"}
            {"method":"GET","path":"/a%ED%A0%80b"}
            {"method":"GET","path":"/a%"}
            {"method":"GET","path":"/","ip":"127.1"}
            {"method":"GET","path":"/","ip":"localhost"}
            {"method":"GET","path":"/","ip":"fe80::1%eth0"}
            {"method":"GET","path":"/","host":"a:b"}
            {"method":"GET","path":"/","permits":0}
            {"method":"GET","path":"/","permits":1.5}
            {"method":"GET","path":"/","permits":1000000000001}
            {"method":"GET","path":"/","permits":"1"}
            {"method":"GET","path":"/","headers":["a"]}
            {"method":"GET","path":"/","claims":{"a":1}}
            {"method":"GET","path":"/","usr":"x"}
            {"method":"GET","path":"/","key":"a"}
            {"key":""}
            {"key":" "}
            {"key":"a\\nb"}
            {"key":"a","user":"b"}
            {"method":"GET","path":"/","credentials":{"apiKey":"k","bearer":null}}
            {"method":"GET","path":"/","credentials":null,"apiKey":"k"}
            {"method":"GET","path":"/","credentials":{"apiKey":"k"},"user":"u","apiKey":null}
            {"method":"GET","path":"/","credentials":{"apiKey":"k"},"apiKey":"k"}
            {"method":"GET","path":"/","credentials":{"bearer":"t"},"user":"u"}
            {"method":"GET","path":"/","credentials":{"bearer":"t"},"facts":{"credential":"x"}}
            {"method":"GET","path":"/","credentials":{"key":"k"}}
            {"method":"GET","path":"/","credentials":{"apiKey":1}}
            {"method":"GET","path":"/","credentials":"k"}
            {"key":"a","credentials":{}}
            {"method":"GET","path":"/","challenge":"t","secure":true,"headerOrder":["Host","Accept"],"contentType":"a/b","contentLength":3}
            {"method":"GET","path":"/","challenge":null,"secure":null,"headerOrder":null,"contentType":null,"contentLength":null}
            {"method":"GET","path":"/","secure":"yes"}
            {"method":"GET","path":"/","headerOrder":"Host"}
            {"method":"GET","path":"/","headerOrder":[1]}
            {"method":"GET","path":"/","contentLength":-1}
            {"method":"GET","path":"/","contentLength":1.5}
            {"method":"GET","path":"/","contentType":1}
            {"key":"a","challenge":"t"}
            {"key":"a","contentLength":1}
            {"key":"a","secure":false}
            []
            """)
    void aRequestIsAcceptedIfAndOnlyIfTheDocumentAllowsIt(String body) throws Exception {
        int status = CALLS.post("explain", body).statusCode();
        assertThat(status).isIn(200, 400);
        assertThat(isDocumented("/components/schemas/Request", body)).isEqualTo(status == 200);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"subject":"user:1","limit":"5000/min","for":"2h"}                                     | true
            {"subject":"user:1","limit":"10 per 2h","until":"2126-01-01T00:00:00Z","rule":"a"}     | true
            {"subject":"user:1","limit":"100/min burst 150","for":"30min","rule":null}             | true
            {"subject":"user:1","limit":"{algorithm: fixed-window, permits: 1, per: 1m}","for":"7days"} | true
            {"subject":"user:1","limit":"1/s"}                                                     | false
            {"subject":"user:1","limit":"1/s","for":"2h","until":"2126-01-01T00:00:00Z"}           | false
            {"subject":"user:1","limit":"1/s","for":"ages"}                                        | false
            {"subject":"user:1","limit":"1/s","until":"soon"}                                      | false
            {"subject":"user:1","limit":"1/s","until":"2126-01-01T00:00:00+18:00"}                 | true
            {"subject":"user:1","limit":"1/s","until":"2126-01-01T00:00:00+18:01"}                 | false
            {"subject":"user:1","limit":"1/s","until":"2126-01-01T00:00:00-23:59"}                 | false
            {"subject":"user","limit":"1/s","for":"2h"}                                            | false
            {"subject":":1","limit":"1/s","for":"2h"}                                              | false
            {"subject":"user:1","limit":"often","for":"2h"}                                        | false
            {"subject":"user:1","limit":"1/fortnight","for":"2h"}                                  | false
            """)
    void anOverrideHasExactlyOneEnd(String body, boolean read) throws Exception {
        String schema = "/paths/~1api~1v1~1policies~1overrides/put/requestBody/content/application~1json/schema";
        assertThat(isDocumented(schema, body)).isEqualTo(read);
    }
}
