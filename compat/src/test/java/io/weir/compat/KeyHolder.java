package io.weir.compat;

import java.security.Principal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** An endpoint that returns the caller's key. */
@RestController
class KeyHolder {

    @GetMapping("/who")
    String who(Principal caller) {
        return caller.getName();
    }
}
