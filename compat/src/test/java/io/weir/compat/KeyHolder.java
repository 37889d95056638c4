package io.weir.compat;

import java.security.Principal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Tells callers who they are. */
@RestController
class KeyHolder {

    @GetMapping("/who")
    String who(Principal caller) {
        return caller.getName();
    }
}
