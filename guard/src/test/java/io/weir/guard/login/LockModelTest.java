package io.weir.guard.login;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.classify.IpAddress;
import io.weir.guard.secret.Pepper;
import io.weir.limit.Rate;
import io.weir.memory.MemoryStore;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policyfile.PolicyReader;
import io.weir.store.Store;
import io.weir.time.ManualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Three guesses at once against a lock after two failures, in every order in which their calls can reach the store. Each order
 * is a list of choices among the calls that wait; the next order differs in the last choice that has an alternative.
 */
final class LockModelTest {

    private static final Policy TWO = PolicyReader.create().read("policy.yml", """
                    guard:
                      login:
                        path: /login
                        lock: 2 per 15min for 15min
                        off: [login-per-ip, login-challenge, login-challenge-ip, login-account, login-account-day,
                          login-accounts-per-ip, login-accounts-per-network, login-password, login-failures,
                          second-factor-lock]
                    """);
    private static final IpAddress ATTACKER = IpAddress.parse("192.0.2.1").orElseThrow();
    private static final Pepper PEPPER = Pepper.parse("22".repeat(32));

    private final List<Integer> choices = new ArrayList<>();
    private final List<Integer> alternatives = new ArrayList<>();
    private int orders;
    private int mostTested;

    @Test
    void twoOfThreeGuessesAreTestedInEveryOrder() {
        tryEveryOrder(store -> store);
        System.out.printf("%,d orders%n", orders);
        assertThat(orders).isGreaterThan(1_000);
        assertThat(mostTested).isEqualTo(2);
    }

    @Test
    void aStoreThatForgetsTheCounterWhenTheLockBeginsIsCaught() {
        tryEveryOrder(store -> new ForgetfulStore(store, Rate.parse("2 per 15min")));
        assertThat(mostTested).as("the fault is found").isEqualTo(3);
    }

    private void tryEveryOrder(UnaryOperator<Store> fault) {
        ManualTime time = ManualTime.create();
        SteppedStore store = new SteppedStore(fault.apply(new MemoryStore(time)));
        LoginGuard guard = LoginGuard.create(new Gate(TWO, store), store, LoginConfig.of(PEPPER, time));
        do {
            tryOne(guard, store);
            orders++;
        } while (mostTested <= 2 && nextOrder());
    }

    /** Each order has an account of its own. */
    private void tryOne(LoginGuard guard, SteppedStore store) {
        LoginAttempt guess = LoginAttempt.of("account " + orders, ATTACKER);
        List<LoginDecision> tested = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            guard.before(guess).thenAccept(decision -> {
                if (decision.allowed()) {
                    tested.add(decision);
                    guard.after(decision, LoginOutcome.FAILURE);
                }
            });
        }
        for (int step = 0; store.waiting() > 0; step++) {
            if (step == choices.size()) {
                choices.add(0);
                alternatives.add(store.waiting());
            }
            store.step(choices.get(step));
        }
        mostTested = Math.max(mostTested, tested.size());
    }

    private boolean nextOrder() {
        int last = choices.size() - 1;
        while (last >= 0 && choices.get(last) + 1 == alternatives.get(last)) {
            choices.remove(last);
            alternatives.remove(last--);
        }
        if (last >= 0) {
            choices.set(last, choices.get(last) + 1);
        }
        return last >= 0;
    }
}
