package io.weir.benchmarks.stuffing;

import io.weir.benchmarks.stuffing.RealUsers.Kind;
import io.weir.benchmarks.stuffing.RealUsers.Tally;
import io.weir.classify.IpAddress;
import io.weir.guard.login.LoginAttempt;
import io.weir.guard.login.LoginConfig;
import io.weir.guard.login.LoginDecision;
import io.weir.guard.login.LoginGuard;
import io.weir.guard.login.LoginOutcome;
import io.weir.guard.login.LoginReport;
import io.weir.guard.secret.Pepper;
import io.weir.memory.MemoryStore;
import io.weir.policy.Action;
import io.weir.policy.Gate;
import io.weir.policyfile.PolicyReader;
import io.weir.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/*
 * One hour of virtual time, on one thread, so that every run with the same seed has the same result to the digit. A password
 * takes 250 ms to be tested, during which other attempts arrive.
 *
 *     the list    1 % of its pairs are right: some are those of real users, most those of people who are away. A part of its
 *                 wrong pairs is for real users' accounts, so these are under attack from everywhere.
 *     real users  mistype one password of eight, and try again a few seconds later, four times at most.
 */
/** An attack with stolen passwords against the usual rules for logins, beside real users. */
final class StuffingRun {

    private static final String POLICY = "guard: {login: {path: /login}}";
    private static final long HOUR = Duration.ofHours(1).toNanos() / 1_000;
    private static final long SECOND = 1_000_000;
    private static final long TEST_MICROS = 250_000;
    private static final int WRONG_PAIRS_PER_USER = 4;
    private static final int LOGINS_PER_USER = 4;
    private static final int MOST_TRIES = 4;

    private record Pair(String account, boolean right) {}

    private record Client(String account, String address, Optional<String> cookie) {}

    private final StuffingPlan plan;
    private final StuffingStyle style;
    private final Random random;
    private final ManualTime time = ManualTime.create();
    private final LoginGuard guard;
    private final List<TestedPassword> tested = new ArrayList<>();
    private final RealUsers users = new RealUsers();
    private long beginMicros;
    private long tried;
    private long challenged;

    private StuffingRun(StuffingPlan plan, StuffingStyle style) {
        this.plan = plan;
        this.style = style;
        this.random = new Random(plan.seed());
        MemoryStore store = new MemoryStore(time);
        Gate gate = new Gate(PolicyReader.create().read("logins.yml", POLICY), store);
        this.guard = LoginGuard.create(gate, store, LoginConfig.of(Pepper.parse("33".repeat(32)), time));
    }

    static StuffingResult of(StuffingPlan plan, StuffingStyle style) {
        return new StuffingRun(plan, style).run();
    }

    private StuffingResult run() {
        List<Client> sources = sources();
        List<Runnable> people = people();
        // What the first logins of devices have counted is over.
        time.advance(Duration.ofHours(24));
        beginMicros = time.nowMicros();
        people.forEach(Runnable::run);
        List<Pair> pairs = pairs();
        for (int i = 0; i < pairs.size(); i++) {
            Pair pair = pairs.get(i);
            Client source = sources.get(i % sources.size());
            time.schedule(i * HOUR / pairs.size(), () -> attack(pair, source));
        }
        time.advance(Duration.ofHours(2));
        return new StuffingResult(style, style.mostInAnHour(plan.sources()), tried, challenged, tested, users);
    }

    /** The programs of the attack have logged in to accounts of their own before, and send the cookies of these. */
    private List<Client> sources() {
        List<Client> sources = new ArrayList<>();
        for (int i = 0; i < plan.sources(); i++) {
            Client client = new Client("mallory" + i, attackingAddress(style.address(i)), Optional.empty());
            sources.add(known(client));
            time.advance(Duration.ofMinutes(1));
        }
        Collections.shuffle(sources, random);
        return sources;
    }

    private static String attackingAddress(int number) {
        return "10." + (number >> 8 & 255) + "." + (number & 255) + ".7";
    }

    private static String ownAddress(int user) {
        return "172.16." + (user >> 8) + "." + (user & 255);
    }

    private Client known(Client client) {
        LoginReport report = get(guard.after(get(guard.before(attempt(client))), LoginOutcome.SUCCESS));
        return new Client(client.account(), client.address(), report.device().map(device -> device.cookie()));
    }

    private List<Runnable> people() {
        List<Runnable> people = new ArrayList<>();
        int all = plan.users() + plan.usersBesideAttackers();
        for (int i = 0; i < all; i++) {
            boolean isBeside = i >= plan.users();
            boolean isNew = isBeside ? i % 2 == 0 : i % 10 < 3;
            Kind kind = isBeside
                    ? (isNew ? Kind.BESIDE_ATTACKER_NEW : Kind.BESIDE_ATTACKER_KNOWN)
                    : (isNew ? Kind.NEW_DEVICE : Kind.KNOWN_DEVICE);
            String address =
                    isBeside ? attackingAddress((i - plan.users()) % style.addresses(plan.sources())) : ownAddress(i);
            Client person = new Client("user" + i, address, Optional.empty());
            Client client = isNew ? person : known(person);
            time.advance(Duration.ofMinutes(1));
            people.add(() -> logIns(kind, client));
        }
        return people;
    }

    private void logIns(Kind kind, Client client) {
        for (int i = 0; i < LOGINS_PER_USER; i++) {
            users.of(kind).logins++;
            time.schedule(
                    (i * HOUR + random.nextInt((int) (HOUR / 2))) / LOGINS_PER_USER, () -> logIn(kind, client, 1));
        }
    }

    private void logIn(Kind kind, Client client, int tries) {
        Tally tally = users.of(kind);
        tally.attempts++;
        LoginDecision decision = get(guard.before(attempt(client)));
        if (decision.action() == Action.CHALLENGE) {
            tally.challenged++;
            decision = get(guard.before(attempt(client).withChallengePassed()));
        }
        if (!decision.allowed()) {
            tally.refused++;
            tally.locked += decision.reason().equals(Optional.of(LoginDecision.Reason.LOCKED)) ? 1 : 0;
            return;
        }
        boolean isRight = random.nextInt(8) > 0;
        report(decision, isRight, done -> {
            if (isRight) {
                tally.gotIn++;
            } else {
                tally.mistyped++;
                if (tries < MOST_TRIES) {
                    time.schedule((3 + random.nextInt(15)) * SECOND, () -> logIn(kind, client, tries + 1));
                }
            }
        });
    }

    private List<Pair> pairs() {
        List<Pair> pairs = new ArrayList<>();
        int right = plan.rightPairs();
        int ofUsers = Math.min(right / 5, plan.users());
        for (int i = 0; i < right; i++) {
            pairs.add(new Pair(i < ofUsers ? "user" + i : "away" + i, true));
        }
        for (int i = 0; i < WRONG_PAIRS_PER_USER * plan.users(); i++) {
            pairs.add(new Pair("user" + i % plan.users(), false));
        }
        for (int i = 0; pairs.size() < plan.pairs(); i++) {
            pairs.add(new Pair("stranger" + i / 2, false));
        }
        Collections.shuffle(pairs, random);
        return pairs;
    }

    private void attack(Pair pair, Client source) {
        tried++;
        LoginAttempt attempt = attempt(new Client(pair.account(), source.address(), source.cookie()));
        long atMicros = time.nowMicros() - beginMicros;
        LoginDecision decision = get(guard.before(attempt));
        boolean isChallenged = decision.action() == Action.CHALLENGE;
        if (isChallenged && style.solvesChallenges()) {
            decision = get(guard.before(attempt.withChallengePassed()));
        }
        challenged += isChallenged ? 1 : 0;
        if (decision.allowed()) {
            tested.add(new TestedPassword(atMicros, pair.account(), source.address(), isChallenged, pair.right()));
            report(decision, pair.right(), done -> {});
        }
    }

    private void report(LoginDecision decision, boolean isRight, Consumer<LoginReport> then) {
        LoginOutcome outcome = isRight ? LoginOutcome.SUCCESS : LoginOutcome.FAILURE;
        time.schedule(TEST_MICROS, () -> then.accept(get(guard.after(decision, outcome))));
    }

    private static LoginAttempt attempt(Client client) {
        LoginAttempt attempt = LoginAttempt.of(
                client.account(), IpAddress.parse(client.address()).orElseThrow());
        return client.cookie().map(attempt::withDevice).orElse(attempt);
    }

    private static <T> T get(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }
}
