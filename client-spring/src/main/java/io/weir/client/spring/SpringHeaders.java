package io.weir.client.spring;

import io.weir.client.spi.AnswerHeaders;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.http.HttpHeaders;

/** Reads Spring's headers with methods that are the same in Spring 6 and 7, where HttpHeaders is no longer a map. */
final class SpringHeaders {

    private SpringHeaders() {}

    static AnswerHeaders of(HttpHeaders headers) {
        Map<String, List<String>> byName = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.forEach(byName::put);
        return name -> byName.getOrDefault(name, List.of());
    }

    static HttpHeaders copy(HttpHeaders headers) {
        HttpHeaders copy = new HttpHeaders();
        headers.forEach(copy::addAll);
        return copy;
    }
}
