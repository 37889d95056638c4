package io.weir.service.subject;

import io.weir.live.Author;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** A place where something may be kept of a person. Both methods return fields of JSON, none if the name is not kept there. */
interface KeptPlace {

    /** Returns what is kept of a name. */
    CompletionStage<Map<String, Object>> show(PersonName name);

    /** Erases what is kept of a name, and returns what it was. Doing it again does no harm. */
    CompletionStage<Map<String, Object>> erase(PersonName name, Author author);
}
