package io.weir.policy;

import io.weir.policy.rule.Request;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Adds information to a request before its rules are matched, such as the tier of its caller or a {@linkplain
 * Request#facts fact}. Must be thread-safe.
 */
@FunctionalInterface
public interface Classifier {

    Request classify(Request request);

    /**
     * Returns the headers that this classifier reads, always the same set. A request over HTTP has no other headers
     * than these and the ones that rules read.
     */
    default Set<String> headers() {
        return Set.of();
    }

    /**
     * Returns what {@link #classify} would return, for a request that is only described and not sent. A classifier that remembers
     * requests must not remember this one.
     */
    default Request describe(Request request) {
        return classify(request);
    }

    /**
     * Called with the status of the response to a request that this classifier has classified and the rules have allowed. Does
     * nothing unless overridden.
     */
    default void responded(Request request, int status) {}

    /** Returns a classifier that asks all of these, one after the other. */
    static Classifier of(List<Classifier> all) {
        List<Classifier> copy = List.copyOf(all);
        Set<String> headers =
                copy.stream().flatMap(each -> each.headers().stream()).collect(Collectors.toUnmodifiableSet());
        return new Classifier() {
            @Override
            public Request classify(Request request) {
                Request known = request;
                for (Classifier each : copy) {
                    known = each.classify(known);
                }
                return known;
            }

            @Override
            public Request describe(Request request) {
                Request known = request;
                for (Classifier each : copy) {
                    known = each.describe(known);
                }
                return known;
            }

            @Override
            public Set<String> headers() {
                return headers;
            }

            @Override
            public void responded(Request request, int status) {
                copy.forEach(each -> each.responded(request, status));
            }
        };
    }
}
