package io.weir.guard.bot;

import io.weir.policy.Classifier;
import io.weir.policy.rule.BotTerms;
import io.weir.policy.rule.BotTerms.HoneypotField;
import io.weir.policy.rule.Request;
import io.weir.store.spi.SipHash;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Writes the facts {@code bot} (a {@link BotBand}) and {@code fingerprint} on requests, by their headers and by what their senders
 * have done before. Signals can only make a score higher; lower it only what a client has proved. Thread-safe.
 *
 * <p>A client is a known device, else a user, else an address with a User-Agent. What clients did is remembered by this process
 * alone, in a table of fixed size. A request that already has a fact {@code bot} is left as it is, so that one that is classified
 * twice is remembered once.
 */
public final class BotClassifier implements Classifier {

    private static final String BOT = "bot";
    private static final String FINGERPRINT = "fingerprint";
    private static final String DEVICE = "device";
    private static final String COOKIE = "cookie";
    private static final String ADDRESS = "ip:";
    private static final int IPV6_PREFIX = 64;
    private static final int BAD_REQUEST = 400;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVER_ERROR = 500;

    private final BotConfig config;
    private final Consumer<BotScore> listener;
    private final ClientTable clients;
    private final SipHash hash = SipHash.withRandomKey();
    private final AgentCache agents = new AgentCache(hash);
    private final Set<String> headers;

    public BotClassifier(BotConfig config) {
        this(config, score -> {});
    }

    /** @param listener is told the score of each request that is classified */
    public BotClassifier(BotConfig config, Consumer<BotScore> listener) {
        this.config = config;
        this.listener = listener;
        this.clients = new ClientTable(config.subjects());
        Set<String> names = new HashSet<>(HeaderSignals.NAMES);
        config.cookie().ifPresent(name -> names.add(COOKIE));
        names.addAll(config.proxy().headers());
        this.headers = Set.copyOf(names);
    }

    @Override
    public Set<String> headers() {
        return headers;
    }

    @Override
    public Request classify(Request request) {
        return observed(request).request();
    }

    /** Does what {@link #classify} does, and returns the score too. */
    public ScoredRequest observed(Request request) {
        if (isClassified(request)) {
            return new ScoredRequest(request, Optional.empty());
        }
        AgentCache.Known agent = agent(request);
        BotScore score = observe(request, agent);
        listener.accept(score);
        return scored(request, agent.agent(), score);
    }

    /** Returns what {@link #observed} would return, and remembers nothing. */
    public ScoredRequest foreseen(Request request) {
        return isClassified(request)
                ? new ScoredRequest(request, Optional.empty())
                : scored(request, agent(request).agent(), score(request));
    }

    @Override
    public Request describe(Request request) {
        return foreseen(request).request();
    }

    private static boolean isClassified(Request request) {
        return request.facts().containsKey(BOT) || request.key().isPresent();
    }

    private ScoredRequest scored(Request request, UserAgent agent, BotScore score) {
        Map<String, String> facts = new HashMap<>(request.facts());
        facts.put(BOT, score.band().word());
        facts.put(FINGERPRINT, Fingerprint.of(request, agent, config.proxy()));
        Request known = new Request(
                request.method(),
                request.host(),
                request.path(),
                request.address(),
                request.caller(),
                request.headers(),
                request.key(),
                request.permits(),
                facts);
        return new ScoredRequest(known, Optional.of(score));
    }

    /** Returns the score that {@link #classify} would find, and remembers nothing. */
    public BotScore score(Request request) {
        AgentCache.Known agent = agent(request);
        long nowMicros = config.time().nowMicros();
        ClientRecord client = clients.copy(client(request));
        ClientRecord sender = clients.copy(sender(request));
        sender.agent(agent.hash(), nowMicros);
        Set<BotSignal> behaviour = visited(request, client, nowMicros);
        addIf(behaviour, sender.changesAgents(), BotSignal.AGENT_CHANGES);
        return score(request, agent.agent(), behaviour);
    }

    private AgentCache.Known agent(Request request) {
        return agents.of(HeaderSignals.value(request, HeaderSignals.AGENT));
    }

    private BotScore observe(Request request, AgentCache.Known agent) {
        long nowMicros = config.time().nowMicros();
        String text = senderText(request);
        Set<BotSignal> behaviour = EnumSet.noneOf(BotSignal.class);
        clients.update(sender(text), sender -> {
            sender.agent(agent.hash(), nowMicros);
            addIf(behaviour, sender.changesAgents(), BotSignal.AGENT_CHANGES);
        });
        BotScore[] score = new BotScore[1];
        clients.update(client(text, agent), client -> {
            behaviour.addAll(visited(request, client, nowMicros));
            score[0] = score(request, agent.agent(), behaviour);
            client.score(score[0].points());
        });
        return score[0];
    }

    private Set<BotSignal> visited(Request request, ClientRecord client, long nowMicros) {
        config.cookie().ifPresent(name -> client.cookie(hasCookie(request, name), nowMicros));
        client.visit(NumberedPath.of(hash, request.path()), nowMicros);
        if (config.terms().get().isHoneypot(request.path()) || request.facts().containsKey(HoneypotField.FACT)) {
            client.trap(nowMicros);
        }
        Set<BotSignal> signals = EnumSet.noneOf(BotSignal.class);
        addIf(signals, client.isTrapped(nowMicros), BotSignal.HONEYPOT);
        addIf(signals, client.keepsNoCookie(), BotSignal.COOKIE_NOT_KEPT);
        addIf(signals, client.failsMostly(), BotSignal.ERRORS);
        addIf(signals, client.isRegular(), BotSignal.REGULAR_TIMING);
        addIf(signals, client.isEven(), BotSignal.EVEN_TIMING);
        addIf(signals, client.isBroad(), BotSignal.BREADTH);
        addIf(signals, client.isSequence(), BotSignal.SEQUENCE);
        addIf(signals, client.hasPassedChallenge(nowMicros), BotSignal.CHALLENGE_PASSED);
        return signals;
    }

    private static void addIf(Set<BotSignal> signals, boolean given, BotSignal signal) {
        if (given) {
            signals.add(signal);
        }
    }

    private static boolean hasCookie(Request request, String name) {
        String cookies = "; " + request.headers().getOrDefault(COOKIE, "");
        return cookies.contains("; " + name + "=");
    }

    private BotScore score(Request request, UserAgent agent, Set<BotSignal> behaviour) {
        boolean isVerified = !agent.tool().isEmpty()
                && request.address()
                        .filter(address -> config.crawlers().isVerified(agent.tool(), address))
                        .isPresent();
        if (isVerified) {
            return BotScore.verified();
        }
        BotTerms terms = config.terms().get();
        EnumSet<BotSignal> signals = HeaderSignals.of(request, agent, terms);
        signals.addAll(behaviour);
        addIf(signals, request.facts().containsKey(DEVICE), BotSignal.KNOWN_DEVICE);
        int reputation = ProxyReports.addTo(signals, request, agent, config.proxy());
        return BotScore.of(signals, reputation);
    }

    /** The client whose behaviour is remembered. */
    private long client(Request request) {
        return client(senderText(request), agent(request));
    }

    /** The hashes have a secret key, so nobody finds two clients that share one. */
    private long client(String sender, AgentCache.Known agent) {
        return sender.startsWith(ADDRESS) ? hash.of(sender) ^ agent.hash() : hash.of(sender);
    }

    /** The device, user or address whose agents are counted, in a record of its own. */
    private long sender(Request request) {
        return sender(senderText(request));
    }

    private long sender(String text) {
        return hash.of("agents of " + text);
    }

    private static String senderText(Request request) {
        return request.fact(DEVICE)
                .map(device -> "device:" + device)
                .or(() -> request.caller().user().map(user -> "user:" + user))
                .orElseGet(() -> ADDRESS
                        + request.address()
                                .map(address -> address.subject(IPV6_PREFIX))
                                .orElse("unknown"));
    }

    /** Counts 4xx responses, but not 429, which is an answer of ours. */
    @Override
    public void responded(Request request, int status) {
        if (request.key().isEmpty()) {
            boolean isError = status >= BAD_REQUEST && status < SERVER_ERROR && status != TOO_MANY_REQUESTS;
            clients.update(client(request), client -> client.responded(isError));
        }
    }

    /** Takes the sender for a bot for a day, because a field of a form was filled in that people do not see. */
    public void trapped(Request request) {
        clients.update(client(request), client -> client.trap(config.time().nowMicros()));
    }

    /** Lowers the score of the sender for an hour. */
    public void passedChallenge(Request request) {
        clients.update(
                client(request), client -> client.passChallenge(config.time().nowMicros()));
    }
}
