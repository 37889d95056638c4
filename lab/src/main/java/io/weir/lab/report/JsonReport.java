package io.weir.lab.report;

import io.weir.lab.suggest.Suggestion;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;

/** The report as JSON, in the order of its records. */
public final class JsonReport {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .build();

    private JsonReport() {}

    public static String of(SimulationReport report) {
        return MAPPER.writeValueAsString(report);
    }

    public static String of(Suggestion suggestion) {
        return MAPPER.writeValueAsString(suggestion);
    }
}
