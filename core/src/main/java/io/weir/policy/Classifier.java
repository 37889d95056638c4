package io.weir.policy;

import io.weir.policy.rule.Request;

/** Finds out more about a request, such as its caller's tier, and says it in another one. */
@FunctionalInterface
public interface Classifier {

    Request classify(Request request);
}
