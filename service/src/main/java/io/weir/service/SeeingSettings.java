package io.weir.service;

import io.weir.metrics.SubjectNames;
import java.util.Optional;

/** What operators see. */
record SeeingSettings(SubjectNames subjects, Optional<TraceSettings> traces) {

    static final SeeingSettings USUAL = new SeeingSettings(SubjectNames.HASHED, Optional.empty());
}
