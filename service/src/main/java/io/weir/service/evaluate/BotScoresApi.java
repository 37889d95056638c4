package io.weir.service.evaluate;

import io.netty.handler.codec.http.HttpMethod;
import io.weir.guard.bot.ScoredRequest;
import io.weir.policy.Policy;
import io.weir.policy.rule.Request;
import io.weir.service.ServiceSettings;
import io.weir.service.api.CounterAccess;
import io.weir.service.guard.bot.BotScores;
import io.weir.service.http.Endpoint;
import io.weir.service.http.Endpoints;
import io.weir.service.http.Incoming;
import io.weir.service.http.JsonFields;
import io.weir.service.http.Reply;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** {@code /api/v1/guard/bots/score}: how much a described request looks like one of a program. It charges nothing. */
public final class BotScoresApi implements Endpoints {

    private static final String OBSERVE = "observe";
    private static final String HEADERS = "headers";
    private static final String BOT = "bot";
    private static final String FINGERPRINT = "fingerprint";

    private final Evaluation evaluation;
    private final BotScores bots;
    private final CounterAccess counters;
    private final Endpoint score;

    public BotScoresApi(Evaluation evaluation, BotScores bots, ServiceSettings settings) {
        this.evaluation = evaluation;
        this.bots = bots;
        this.counters = new CounterAccess(settings.guard().keys());
        this.score = new Endpoint(
                        "/api/v1/guard/bots/score", HttpMethod.POST, settings.access()::allowsCheck, this::score)
                .withBody(EvaluateApi.MOST_BYTES);
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(score);
    }

    private CompletionStage<Reply> score(Incoming incoming) {
        Policy policy = evaluation.gate().policy();
        JsonFields fields = JsonFields.of(incoming.body());
        boolean observes = fields.flag(OBSERVE).orElse(true);
        DescribedRequest described = DescriptionReader.read(fields, List.of(OBSERVE));
        requireScorable(fields);
        counters.require(incoming, policy, described.request());
        return evaluation
                .identify(described)
                .thenApply(identified ->
                        reply(observes ? bots.observed(identified.request()) : bots.foreseen(identified.request())));
    }

    private static void requireScorable(JsonFields fields) {
        if (fields.has("key")) {
            throw fields.wrong("key", "must be left out, because a key alone says nothing about its sender");
        }
        if (!fields.has(HEADERS)) {
            throw fields.wrong(HEADERS, "must be given as they were sent, because they are what is scored");
        }
        if (fields.texts("facts").containsKey(BOT)) {
            throw fields.wrong("facts." + BOT, "must be left out, because it is what is to be found out");
        }
    }

    private static Reply reply(ScoredRequest scored) {
        Request request = scored.request();
        return Reply.json(VerdictJson.botJson(scored.score().orElseThrow())
                .add(FINGERPRINT, request.fact(FINGERPRINT).orElse(""))
                .close());
    }
}
