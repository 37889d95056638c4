package io.weir.policy;

import io.weir.store.Charge;

/** A rule that a request meets, whom it counts then, and what it charges. */
record Met(Rule rule, Subject subject, Charge charge) {}
