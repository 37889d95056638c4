package io.weir.bench;

/**
 * Callers who send so many requests a second between them, at an even pace.
 *
 * @param perSecond of all together
 */
record Crowd(String name, double perSecond, Description description) {

    /** Describes a request, as {@code /evaluate} wants it. */
    interface Description {

        /**
         * In JSON.
         *
         * @param number of the request, from 0
         * @param part of the scenario that is over, from 0 to 1
         */
        String of(long number, double part);
    }

    Crowd withPerSecond(double other) {
        return new Crowd(name, other, description);
    }
}
