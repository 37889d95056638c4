package io.weir.spring;

import io.weir.policy.Request;

/** Finds the request in which a method is called. */
interface CurrentRequest {

    /** Where there is none: a rule that counts callers meets nobody then. */
    Request NONE = Request.of("", "/");

    CurrentRequest NOWHERE = new CurrentRequest() {};

    /** That of this thread. */
    default Request here() {
        return NONE;
    }

    /** That of a reactive chain, by its context. */
    default Request in(Object context) {
        return here();
    }
}
