package io.weir.guard.bot;

import io.weir.policy.rule.Request;
import java.util.Optional;

/**
 * A request with the facts of a {@link BotClassifier}.
 *
 * @param score empty if the request is a key alone, or had the fact {@code bot} before
 */
public record ScoredRequest(Request request, Optional<BotScore> score) {}
