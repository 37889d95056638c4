package io.weir.client.spi;

import java.util.List;
import java.util.Optional;

/** The headers of an answer, by names in any case. */
@FunctionalInterface
public interface AnswerHeaders {

    AnswerHeaders NONE = name -> List.of();

    List<String> all(String name);

    default Optional<String> first(String name) {
        return all(name).stream().findFirst();
    }
}
