package io.weir.bench;

/**
 * A group of callers that send requests at an even pace.
 *
 * @param perSecond the requests per second of all callers together
 */
record Crowd(String name, double perSecond, Description description) {

    /** Describes a request in the format of {@code /evaluate}. */
    interface Description {

        /**
         * The request in JSON.
         *
         * @param number the number of the request, from 0
         * @param part the part of the scenario that is over, from 0 to 1
         */
        String of(long number, double part);
    }

    Crowd withPerSecond(double other) {
        return new Crowd(name, other, description);
    }
}
