package io.weir.service.subject;

import io.weir.live.Author;
import io.weir.metrics.subjects.RecentDenials;
import io.weir.policy.Gate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The counters of a subject in the store, and its last denials at this instance. */
record KeptCounters(Gate gate, RecentDenials denials) implements KeptPlace {

    @Override
    public CompletionStage<Map<String, Object>> show(PersonName name) {
        if (name.owner().isPresent()) {
            return CompletableFuture.completedStage(Map.of());
        }
        SubjectCounters counters = SubjectCounters.of(gate, name.text());
        return counters.show().thenApply(found -> {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("counters", found.stream().map(SubjectJson::of).toList());
            json.put("together", counters.together());
            json.put(
                    "denials",
                    counters.subjects().stream()
                            .flatMap(subject -> denials.of(subject).stream())
                            .map(SubjectJson::of)
                            .toList());
            return json;
        });
    }

    @Override
    public CompletionStage<Map<String, Object>> erase(PersonName name, Author author) {
        if (name.owner().isPresent()) {
            return CompletableFuture.completedStage(Map.of());
        }
        SubjectCounters counters = SubjectCounters.of(gate, name.text());
        List<String> together = counters.together();
        return counters.reset().thenApply(done -> {
            int forgotten =
                    counters.subjects().stream().mapToInt(denials::forget).sum();
            return Map.of("denials", forgotten, "together", together);
        });
    }
}
