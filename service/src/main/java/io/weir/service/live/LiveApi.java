package io.weir.service.live;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.live.FollowedPolicy;
import io.weir.service.access.Access;
import io.weir.service.http.BadRequest;
import io.weir.service.http.Endpoint;
import io.weir.service.http.Endpoints;
import io.weir.service.http.Incoming;
import io.weir.service.http.Query;
import io.weir.service.http.Reply;
import io.weir.service.http.ReplyBody;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.LongStream;
import reactor.core.publisher.Flux;
import tools.jackson.databind.json.JsonMapper;

/** {@code /api/v1/live} and {@code /api/v1/live/history}: what this instance decided, second by second, for callers that may read. */
public final class LiveApi implements Endpoints, AutoCloseable {

    private static final String PATH = "/api/v1/live";
    private static final int COMMENT_EVERY_SECONDS = 15;
    private static final int SECONDS_OF_MINUTE = 60;

    private final Pulse pulse;
    private final FollowedPolicy policy;
    private final Access access;
    private final LiveViewers viewers = new LiveViewers();

    public LiveApi(Pulse pulse, FollowedPolicy policy, Access access) {
        this.pulse = pulse;
        this.policy = policy;
        this.access = access;
        pulse.listen(this::send);
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(
                new Endpoint(PATH, HttpMethod.GET, access::allowsReading, this::stream).thatStreams(),
                new Endpoint(PATH + "/history", HttpMethod.GET, access::allowsReading, this::history));
    }

    private CompletionStage<Reply> stream(Incoming incoming) {
        Query.of(incoming.target(), List.of());
        Optional<Flux<String>> events = viewers.enter(() -> event("second", second(pulse.newest())));
        return CompletableFuture.completedStage(events.map(LiveApi::streamed).orElseGet(LiveApi::tooMany));
    }

    private static Reply streamed(Flux<String> events) {
        Reply reply = Reply.text("text/event-stream;charset=utf-8", ReplyBody.parts(events));
        // Proxies such as nginx would otherwise collect events.
        reply.headers().set("x-accel-buffering", "no");
        return reply;
    }

    private static Reply tooMany() {
        Reply reply = Reply.problem(
                HttpResponseStatus.SERVICE_UNAVAILABLE,
                "there are already " + LiveViewers.MOST + " viewers of this instance; close one, or try again later");
        reply.headers().set(HttpHeaderNames.RETRY_AFTER, "10");
        return reply;
    }

    private void send(Pulse.Second second) {
        if (viewers.count() > 0) {
            String comment = second.second() % COMMENT_EVERY_SECONDS == 0 ? ": still here\n\n" : "";
            viewers.send(comment + event("second", second(second)));
        }
    }

    private static String event(String name, Object data) {
        return "event: " + name + "\ndata: " + JsonMapper.shared().writeValueAsString(data) + "\n\n";
    }

    private Map<String, Object> second(Pulse.Second second) {
        Map<String, int[]> rules = new TreeMap<>();
        second.rules().forEach((rule, counts) -> rules.put(rule, counts.values()));
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("t", second.second());
        json.put("all", second.all().values());
        json.put("meanMicros", second.meanMicros());
        json.put("rules", rules);
        json.put("policy", policy.status().document().version());
        json.put("mode", policy.status().policy().mode().word());
        json.put("store", second.storeIsDown() ? "down" : "up");
        return json;
    }

    private CompletionStage<Reply> history(Incoming incoming) {
        Query query = Query.of(incoming.target(), List.of("step", "rule"));
        String step = Optional.ofNullable(query.get("step")).orElse("1s");
        if (!step.equals("1s") && !step.equals("1m")) {
            throw new BadRequest("step", "must be 1s, for 5 minutes by seconds, or 1m, for 24 hours by minutes");
        }
        String rule = query.get("rule");
        CountHistory history = rule == null ? pulse.all() : pulse.rule(rule).orElseGet(CountHistory::new);
        boolean bySeconds = step.equals("1s");
        long last = bySeconds ? pulse.newest().second() : pulse.newest().second() / SECONDS_OF_MINUTE;
        long first = last - (bySeconds ? CountHistory.SECONDS : CountHistory.MINUTES) + 1;
        List<LiveCounts> slots = LongStream.rangeClosed(first, last)
                .mapToObj(slot -> bySeconds ? history.second(slot) : history.minute(slot))
                .toList();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("from", bySeconds ? first : first * SECONDS_OF_MINUTE);
        json.put("step", bySeconds ? 1 : SECONDS_OF_MINUTE);
        List<String> words = rule == null ? LiveCounts.OF_ALL : LiveCounts.OF_A_RULE;
        for (int column = 0; column < LiveCounts.COLUMNS; column++) {
            int each = column;
            json.put(
                    words.get(column),
                    slots.stream().map(counts -> counts.values()[each]).toList());
        }
        return CompletableFuture.completedStage(Reply.json(JsonMapper.shared().writeValueAsString(json)));
    }

    /** Ends all streams. */
    @Override
    public void close() {
        viewers.close(event("bye", Map.of("reason", "this instance stops")));
    }
}
