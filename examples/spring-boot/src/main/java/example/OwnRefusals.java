package example;

import io.weir.http.HeaderStyle;
import io.weir.http.Responder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;

/** Writes the bodies of refusals in the words of the shop; status and headers are unchanged. */
@Configuration
@Profile("own-refusals")
class OwnRefusals {

    @Bean
    Responder responder() {
        return Responder.of(HeaderStyle.USUAL)
                .withRefusals(refusal -> refusal.withBody(
                        "application/json",
                        "{\"error\":\"slow_down\",\"seconds\":"
                                + refusal.headers().get("Retry-After") + "}"));
    }
}
