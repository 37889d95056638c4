package io.weir.service.playground;

import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.RateLimiter;
import io.weir.limit.Limit;
import io.weir.service.access.Access;
import io.weir.service.http.BadRequest;
import io.weir.service.http.Endpoint;
import io.weir.service.http.Endpoints;
import io.weir.service.http.Incoming;
import io.weir.service.http.JsonFields;
import io.weir.service.http.Query;
import io.weir.service.http.Reply;
import io.weir.service.playground.Arrivals.Arrival;
import io.weir.service.playground.Simulation.Step;
import io.weir.time.Scheduler;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import tools.jackson.databind.json.JsonMapper;

/** {@code /api/v1/simulate}: what limits would decide about requests at given times, for callers that may read. */
public final class SimulateApi implements Endpoints {

    private static final int MOST_BYTES = 64_000;
    private static final int MOST_LIMITS = 6;

    private final Access access;
    private final Scheduler scheduler;
    private final RateLimiter simulations = RateLimiter.of(Limit.parse("5/s burst 10"));

    public SimulateApi(Access access, Scheduler scheduler) {
        this.access = access;
        this.scheduler = scheduler;
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(new Endpoint("/api/v1/simulate", HttpMethod.POST, access::allowsReading, this::simulate)
                .withBody(MOST_BYTES));
    }

    private CompletionStage<Reply> simulate(Incoming incoming) {
        Query.of(incoming.target(), List.of());
        JsonFields fields = JsonFields.of(incoming.body()).only(List.of("limits", "arrivals"));
        List<Limit> limits =
                fields.objects("limits").stream().map(SimulatedLimit::read).toList();
        if (limits.isEmpty() || limits.size() > MOST_LIMITS) {
            throw new BadRequest("limits", "must be 1 to " + MOST_LIMITS + " limits");
        }
        List<Arrival> arrivals =
                Arrivals.parse(fields.text("arrivals").orElseThrow(() -> new BadRequest("arrivals", "must be given")));
        if (!simulations.tryAcquire("all").allowed()) {
            return CompletableFuture.completedStage(Reply.problem(
                    HttpResponseStatus.TOO_MANY_REQUESTS, "too many simulations run at present; try again"));
        }
        return CompletableFuture.supplyAsync(() -> json(limits, arrivals), scheduler)
                .thenApply(Reply::json);
    }

    private static String json(List<Limit> limits, List<Arrival> arrivals) {
        return JsonMapper.shared()
                .writeValueAsString(Map.of(
                        "limits",
                        limits.stream()
                                .map(limit -> json(Simulation.of(limit, arrivals)))
                                .toList()));
    }

    private static Map<String, Object> json(Simulation simulation) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("algorithm", simulation.limit().algorithm().yamlName());
        json.put("limit", simulation.limit().toString());
        json.put("allowed", simulation.allowed());
        json.put("denied", simulation.denied());
        json.put("mostInAnyPeriod", simulation.mostInAnyPeriod());
        json.put("steps", simulation.steps().stream().map(SimulateApi::row).toList());
        return json;
    }

    /** A request as a short list, because there may be thousands: time, 1 if allowed, remaining, retry-after, delay; in microseconds. */
    private static long[] row(Step step) {
        return new long[] {
            step.atMicros(), step.allowed() ? 1 : 0, step.remaining(), step.retryAfterMicros(), step.delayMicros()
        };
    }
}
