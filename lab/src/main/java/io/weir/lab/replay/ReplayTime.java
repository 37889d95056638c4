package io.weir.lab.replay;

import io.weir.time.TimeSource;

/** The clock of a replay: the time of the request that is decided. Used by one thread. */
final class ReplayTime implements TimeSource {

    private long micros;

    void moveTo(long atMicros) {
        micros = atMicros;
    }

    @Override
    public long nowMicros() {
        return micros;
    }
}
