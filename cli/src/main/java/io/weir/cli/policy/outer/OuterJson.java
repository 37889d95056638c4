package io.weir.cli.policy.outer;

import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** JSON that is read by people too: indented, and the same for the same rules. */
final class OuterJson {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT, SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();

    private OuterJson() {}

    static String text(Object value) {
        return MAPPER.writeValueAsString(value) + "\n";
    }
}
