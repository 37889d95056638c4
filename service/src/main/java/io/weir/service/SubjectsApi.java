package io.weir.service;

import io.netty.handler.codec.http.HttpMethod;
import io.weir.metrics.SubjectNames;
import io.weir.metrics.TopSubjects;
import io.weir.metrics.TopSubjects.Hot;
import io.weir.metrics.TopSubjects.Top;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import tools.jackson.databind.json.JsonMapper;

/** {@code /api/v1/subjects/top}: who asks most and who is denied most at this instance, to whoever has the admin token. */
final class SubjectsApi implements Endpoints {

    private static final String PATH = "/api/v1/subjects/top";
    private static final int MOST = 100;
    private static final int USUAL = 10;

    private final TopSubjects subjects;
    private final Access access;

    SubjectsApi(TopSubjects subjects, Access access) {
        this.subjects = subjects;
        this.access = access;
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(new Endpoint(PATH, HttpMethod.GET, access::mayAdminister, this::top));
    }

    private CompletionStage<Reply> top(Incoming incoming) {
        String limit = Query.of(incoming.target(), List.of("limit")).get("limit");
        Top top = subjects.top(limit == null ? USUAL : number(limit));
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("windowSeconds", TopSubjects.WINDOW.toSeconds());
        body.put("hashed", subjects.names() == SubjectNames.HASHED);
        body.put("requests", shown(top.requests()));
        body.put("rejected", shown(top.rejected()));
        return CompletableFuture.completedStage(Reply.json(JsonMapper.shared().writeValueAsString(body)));
    }

    private static int number(String text) {
        if (text.matches("[0-9]{1,3}") && Integer.parseInt(text) >= 1 && Integer.parseInt(text) <= MOST) {
            return Integer.parseInt(text);
        }
        throw new BadRequest("limit", "must be a whole number from 1 to " + MOST);
    }

    private static List<Map<String, Object>> shown(List<Hot> hot) {
        return hot.stream()
                .<Map<String, Object>>map(each -> {
                    Map<String, Object> shown = new LinkedHashMap<>();
                    shown.put("subject", each.subject());
                    shown.put("perSecond", Math.round(each.perSecond() * 10) / 10.0);
                    return shown;
                })
                .toList();
    }
}
