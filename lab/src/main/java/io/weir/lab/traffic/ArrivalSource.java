package io.weir.lab.traffic;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Gives one request after the other. */
public interface ArrivalSource {

    /** Returns the next request; null after the last one. */
    @Nullable
    Arrival next() throws IOException;
}
