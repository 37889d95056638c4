package io.weir.compat;

import java.nio.charset.StandardCharsets;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Endpoints that tell what they have read, for Spring MVC and WebFlux. */
@RestController
class OpenForms {

    /** The form of a sign-up. */
    record SignUp(String name, String website) {}

    @PostMapping("/open/accounts/form")
    String form(@ModelAttribute SignUp form) {
        return "made " + form.name();
    }

    @PostMapping("/open/limited/raw")
    String raw(@RequestBody byte[] body) {
        return "read " + new String(body, StandardCharsets.UTF_8);
    }

    @PostMapping("/open/limited/form")
    String limited(@ModelAttribute SignUp form) {
        return "made " + form.name();
    }

    @GetMapping("/open/bots")
    String open() {
        return "open";
    }
}
