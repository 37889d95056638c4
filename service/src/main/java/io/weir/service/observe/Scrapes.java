package io.weir.service.observe;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.service.http.Endpoint;
import io.weir.service.http.Endpoints;
import io.weir.service.http.Incoming;
import io.weir.service.http.Query;
import io.weir.service.http.Reply;
import io.weir.service.http.ReplyBody;
import io.weir.service.http.connection.TurnsByAddress;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Answers {@code /actuator/prometheus}. A scrape is written on a thread of its own, because it takes as long as hundreds of checks.
 * Scrapes that wait share the next text. After a few in a row, the thread rests a hundred times as long as it worked, so that a flood
 * of scrapes takes next to nothing from the checks. Clients of different addresses take turns. Thread-safe.
 */
public final class Scrapes implements Endpoints, AutoCloseable {

    private static final String PATH = "/actuator/prometheus";
    private static final List<String> PARAMETERS = List.of("includedNames");

    private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";
    private static final String OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";

    private static final int REST = 100;
    private static final long LONGEST_REST_NANOS = TimeUnit.SECONDS.toNanos(3);

    /** The rest that the thread may owe before it has to take it. */
    private static final long MOST_OWED_NANOS = TimeUnit.SECONDS.toNanos(3);

    /** Texts are handed out at 16 MiB a second, so that copying them into sockets does not hold up the event loops. */
    private static final long NANOS_PER_BYTE = 60;

    /**
     * The query of a scrape.
     *
     * @param names the names of the meters; empty for all
     */
    private record Asked(String contentType, Set<String> names) {}

    private final PrometheusMeterRegistry registry;
    private final ScheduledExecutorService thread;

    /** The scrapes whose text is not written yet, in the order in which the first of each kind arrived. */
    private final Map<Asked, TurnsByAddress<CompletableFuture<ReplyBody>>> waiting = new LinkedHashMap<>();

    /** Whether the thread is writing, handing out or resting. */
    private boolean busy;

    /** The time at which the thread has rested enough. Only that thread uses it. */
    private long restedNanos = System.nanoTime() - MOST_OWED_NANOS;

    public Scrapes(PrometheusMeterRegistry registry) {
        this.registry = registry;
        ScheduledThreadPoolExecutor one = new ScheduledThreadPoolExecutor(1, task -> {
            Thread created = new Thread(task, "weir-scrapes");
            created.setDaemon(true);
            return created;
        });
        one.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        this.thread = one;
    }

    @Override
    public List<Endpoint> endpoints() {
        return Stream.of(HttpMethod.GET, HttpMethod.HEAD)
                .map(method -> new Endpoint(PATH, method, anybody -> true, this::answer))
                .toList();
    }

    private CompletionStage<Reply> answer(Incoming request) {
        String accept = request.headers().get(HttpHeaderNames.ACCEPT);
        if (!allowsText(accept)) {
            return CompletableFuture.completedStage(Reply.problem(
                    HttpResponseStatus.NOT_ACCEPTABLE,
                    "send no Accept header, or one that allows what stands at this path"));
        }
        String contentType = accept != null && accept.contains("application/openmetrics-text") ? OPEN_METRICS : TEXT;
        InetAddress client = request.peer() == null ? null : request.peer().getAddress();
        String names = Query.of(request.target(), PARAMETERS).get(PARAMETERS.get(0));
        Asked asked =
                new Asked(contentType, names == null ? Set.of() : Set.copyOf(Arrays.asList(names.split(",", -1))));
        return text(asked, client).thenApply(body -> Reply.text(contentType, body));
    }

    private static boolean allowsText(@Nullable String accept) {
        return accept == null
                || Stream.of("*/*", "text/*", "text/plain", "openmetrics-text").anyMatch(accept::contains);
    }

    private CompletionStage<ReplyBody> text(Asked asked, @Nullable InetAddress client) {
        CompletableFuture<ReplyBody> text = new CompletableFuture<>();
        synchronized (waiting) {
            waiting.computeIfAbsent(asked, first -> new TurnsByAddress<>()).add(client, text);
            if (!busy) {
                busy = true;
                thread.execute(this::writeNext);
            }
        }
        return text;
    }

    private void writeNext() {
        Map.Entry<Asked, TurnsByAddress<CompletableFuture<ReplyBody>>> next;
        synchronized (waiting) {
            if (waiting.isEmpty()) {
                busy = false;
                return;
            }
            next = waiting.entrySet().iterator().next();
            waiting.remove(next.getKey());
        }
        long began = System.nanoTime();
        try {
            ReplyBody text = write(next.getKey());
            noteWork(System.nanoTime() - began);
            handOut(text, next.getValue());
        } catch (IOException | RuntimeException failure) {
            noteWork(System.nanoTime() - began);
            while (!next.getValue().isEmpty()) {
                next.getValue().remove().completeExceptionally(failure);
            }
            rest();
        }
    }

    private void noteWork(long nanos) {
        long earliest = System.nanoTime() - MOST_OWED_NANOS;
        restedNanos = Math.max(restedNanos, earliest) + Math.min(LONGEST_REST_NANOS, REST * nanos);
    }

    /** Answers the scrapes one after the other, because each response copies a large text into a socket. */
    @SuppressWarnings("FutureReturnValueIgnored") // The next task of the thread; there is nobody to tell.
    private void handOut(ReplyBody text, TurnsByAddress<CompletableFuture<ReplyBody>> scrapes) {
        scrapes.remove().complete(text);
        if (!scrapes.isEmpty()) {
            thread.schedule(() -> handOut(text, scrapes), text.length() * NANOS_PER_BYTE, TimeUnit.NANOSECONDS);
        } else {
            rest();
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // The next task of the thread; there is nobody to tell.
    private void rest() {
        thread.schedule(this::writeNext, Math.max(0, restedNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
    }

    private ReplyBody write(Asked asked) throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        if (asked.names().isEmpty()) {
            registry.scrape(text, asked.contentType());
        } else {
            registry.scrape(text, asked.contentType(), asked.names());
        }
        return ReplyBody.shared(text.toByteArray());
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
