package io.weir.service.guard.audit;

import io.weir.guard.audit.AuditFilter;
import io.weir.guard.audit.AuditLog;
import io.weir.guard.audit.AuditRow;
import io.weir.service.guard.OpenGuard;
import io.weir.service.guard.ServiceGuard;
import io.weir.service.http.Reply;
import io.weir.service.http.ReplyBody;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Rows of the audit as lines of JSON, of which the next page is read when the client has taken the pages before it. A client that
 * reads slowly or not at all holds neither a connection to the database nor a thread, and little memory.
 */
record StreamedRows(ServiceGuard guard, AuditFilter filter) {

    private static final String LINES = "application/x-ndjson";
    private static final int PAGE = 50;

    /**
     * A part of the answer.
     *
     * @param after the last row before the rest; nothing is left if it is the end
     * @param left how many more rows are wanted
     */
    private record Page(String lines, long after, long left, long end) {

        boolean hasNext() {
            return left > 0 && after < end;
        }
    }

    /** The reply with at most so many rows after that row, without those that are added meanwhile. */
    CompletionStage<Reply> reply(long after, long most) {
        return guard.ask(open -> next(
                        open,
                        new Page("", after, most, open.database().audit().head().seq())))
                .thenApply(first -> Reply.text(LINES, ReplyBody.parts(lines(first))));
    }

    private Flux<String> lines(Page first) {
        return Mono.just(first)
                .expand(page -> page.hasNext()
                        ? Mono.fromCompletionStage(() -> guard.ask(open -> next(open, page)))
                        : Mono.empty())
                .map(Page::lines);
    }

    private Page next(OpenGuard open, Page page) {
        AuditLog log = open.database().audit();
        List<AuditRow> rows = log.read(filter, page.after(), (int) Math.min(PAGE, page.left())).stream()
                .filter(row -> row.seq() <= page.end())
                .toList();
        String lines = rows.stream().map(row -> row.json() + "\n").collect(Collectors.joining());
        long last = rows.size() < PAGE ? page.end() : rows.get(PAGE - 1).seq();
        return new Page(lines, last, page.left() - rows.size(), page.end());
    }
}
