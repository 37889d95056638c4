package io.weir.cli.serve;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.cli.command.WeirOptions;
import io.weir.failure.Safeguards;
import io.weir.redis.RedisStore;
import io.weir.service.StoreSettings;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for the counters of {@code weir serve}, and for failures of the store. */
final class StoreOptions extends WeirOptions {

    @Option(
            names = "--redis",
            paramLabel = "<address>",
            description =
                    "Counts in this Redis, together with all that name the same one, such as redis://localhost; in"
                            + " this process's memory by default. Give one with a password as WEIR_REDIS, for others see the"
                            + " options of a process.")
    private @Nullable String redis;

    @Option(
            names = "--deadline",
            paramLabel = "<time>",
            defaultValue = "50ms",
            description = "How long a check waits for Redis before it is decided without it, 50ms by default.")
    private Duration deadline = Duration.ZERO;

    @Option(
            names = "--most-waiting",
            paramLabel = "<calls>",
            defaultValue = "10000",
            description = "How many checks wait for Redis at once; more are decided without it. 10000 by default.")
    private int mostWaiting;

    @Option(
            names = "--local-share",
            paramLabel = "<part>",
            defaultValue = "1",
            description = "The part of a limit that this process grants by itself while Redis is gone: 1 (the default)"
                    + " for all of it, 0.25 if there are four and together they must not grant more.")
    private double localShare;

    @Option(
            names = "--most-denials",
            paramLabel = "<denials>",
            defaultValue = "100000",
            description = "How many denials that are certain to last are repeated without asking Redis again; 0 for"
                    + " none, 100000 by default.")
    private int mostDenials;

    @Option(
            names = "--closed-status",
            paramLabel = "<status>",
            defaultValue = "429",
            description = "The status of denials that are made only because Redis does not answer, by rules with"
                    + " on-store-failure: closed: 429 (the default), or 503 for callers that tell it from their own fault and"
                    + " deny on 503 too.")
    private int closedStatus;

    /** The settings, or an error that says which option is wrong and what is right. */
    StoreSettings settings() {
        if (redis != null) {
            requireAddress(redis);
        }
        if (deadline.compareTo(Duration.ofMillis(1)) < 0 || deadline.compareTo(Duration.ofSeconds(10)) > 0) {
            throw wrong("--deadline must be from 1ms to 10s");
        }
        if (mostWaiting < 1) {
            throw wrong("--most-waiting must be at least 1, but was " + mostWaiting);
        }
        if (!(localShare > 0 && localShare <= 1)) {
            throw wrong("--local-share must be above 0 and at most 1, such as 0.25, but was " + localShare);
        }
        if (mostDenials < 0) {
            throw wrong("--most-denials must be 0 or more, but was " + mostDenials);
        }
        if (closedStatus != HttpResponseStatus.TOO_MANY_REQUESTS.code()
                && closedStatus != HttpResponseStatus.SERVICE_UNAVAILABLE.code()) {
            throw wrong("--closed-status must be 429 or 503, but was " + closedStatus);
        }
        return new StoreSettings(
                Optional.ofNullable(redis),
                new Safeguards(deadline, mostWaiting, localShare, mostDenials),
                HttpResponseStatus.valueOf(closedStatus));
    }

    private void requireAddress(String uri) {
        try {
            RedisStore.nameOf(uri);
        } catch (IllegalArgumentException unreadable) {
            throw wrong("--redis is " + unreadable.getMessage());
        }
    }
}
