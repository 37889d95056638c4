package io.weir.service.evaluate;

import java.util.List;
import java.util.Optional;

/**
 * How a described request was sent, beside what rules read. What is not described is not compared with limits.
 *
 * @param query without the question mark; empty if there is none
 * @param tellsHeaders whether the headers are described, so that a missing one was not sent
 * @param headerOrder the names of all headers; empty if their order is not known
 * @param contentLength the bytes of the body
 */
record RequestForm(
        String query,
        boolean tellsHeaders,
        List<String> headerOrder,
        Optional<String> contentType,
        Optional<Long> contentLength) {

    RequestForm {
        headerOrder = List.copyOf(headerOrder);
    }
}
