package io.weir.service.guard.login;

import io.netty.handler.codec.http.HttpMethod;
import io.weir.classify.IpAddress;
import io.weir.guard.login.AccountSource;
import io.weir.guard.login.LoginLock;
import io.weir.http.internal.JsonObject;
import io.weir.service.access.Access;
import io.weir.service.guard.CallAuthor;
import io.weir.service.http.BadRequest;
import io.weir.service.http.Endpoint;
import io.weir.service.http.Endpoints;
import io.weir.service.http.Incoming;
import io.weir.service.http.Query;
import io.weir.service.http.Reply;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** {@code /api/v1/guard/locks}: administrators see and end the locks of an account at one source. */
public final class LocksApi implements Endpoints {

    private static final String PATH = "/api/v1/guard/locks";
    private static final List<String> WHERE = List.of("account", "ip", "device", CallAuthor.BY);
    private static final long MICROS = 1_000;

    private final ServiceLogins logins;
    private final Access access;

    public LocksApi(ServiceLogins logins, Access access) {
        this.logins = logins;
        this.access = access;
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(
                new Endpoint(PATH, HttpMethod.GET, access::allowsReading, this::list),
                new Endpoint(PATH, HttpMethod.DELETE, access::allowsChange, this::clear));
    }

    private CompletionStage<Reply> list(Incoming incoming) {
        AccountSource where = where(Query.of(incoming.target(), WHERE));
        return logins.ask(guard -> guard.locks(where).thenApply(locks -> {
            String all = locks.stream().map(LocksApi::json).collect(Collectors.joining(",", "[", "]"));
            return Reply.json(new JsonObject().addJson("locks", all).close());
        }));
    }

    private CompletionStage<Reply> clear(Incoming incoming) {
        Query query = Query.of(incoming.target(), WHERE);
        AccountSource where = where(query);
        String by = CallAuthor.of(incoming, query);
        return logins.ask(guard -> guard.clear(where).thenApply(done -> {
            logins.recordCleared(guard.account(where.account()), by);
            return Reply.noContent();
        }));
    }

    private static AccountSource where(Query query) {
        String account = query.get("account");
        Optional<String> ip = Optional.ofNullable(query.get("ip"));
        Optional<String> device = Optional.ofNullable(query.get("device"));
        if (account == null) {
            throw new BadRequest("account", "must be given");
        }
        if (ip.isPresent() == device.isPresent()) {
            throw new BadRequest("ip", "or device must be given: the source whose failures have locked the account");
        }
        Optional<IpAddress> address = ip.map(text ->
                IpAddress.parse(text).orElseThrow(() -> new BadRequest("ip", "must be an address such as 192.0.2.1")));
        try {
            return new AccountSource(account, address, device);
        } catch (IllegalArgumentException wrong) {
            throw new BadRequest("device", "must be an id of 32 hexadecimal digits, as the audit has it");
        }
    }

    private static String json(LoginLock lock) {
        return new JsonObject()
                .add("step", lock.step().word())
                .add("rule", lock.rule())
                .addSeconds("leftSeconds", lock.left().toNanos() / MICROS)
                .close();
    }
}
