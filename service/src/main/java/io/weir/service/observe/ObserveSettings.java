package io.weir.service.observe;

import io.weir.metrics.subjects.SubjectNames;
import java.util.Optional;

/** The settings for what operators see. */
public record ObserveSettings(SubjectNames subjects, Optional<TraceSettings> traces) {

    public static final ObserveSettings USUAL = new ObserveSettings(SubjectNames.HASHED, Optional.empty());
}
