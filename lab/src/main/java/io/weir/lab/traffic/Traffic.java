package io.weir.lab.traffic;

import java.io.IOException;
import java.util.function.Consumer;

/** Requests in the order of their times. Each reading gives the same requests. */
public interface Traffic {

    void forEach(Consumer<Arrival> consumer) throws IOException;
}
