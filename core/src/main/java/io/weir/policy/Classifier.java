package io.weir.policy;

import io.weir.policy.rule.Request;

/** Adds information to a request before its rules are matched, such as the tier of its caller. Must be thread-safe. */
@FunctionalInterface
public interface Classifier {

    Request classify(Request request);
}
