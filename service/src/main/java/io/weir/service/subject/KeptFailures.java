package io.weir.service.subject;

import io.weir.guard.login.AccountSource;
import io.weir.guard.login.LoginGuard;
import io.weir.guard.login.LoginLock;
import io.weir.live.Author;
import io.weir.policy.Gate;
import io.weir.policy.Verdict;
import io.weir.policy.rule.Subject;
import io.weir.service.guard.login.ServiceLogins;
import io.weir.service.http.BadRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/**
 * The failed logins and locks of an account, which the store has under a hash of its name. Those at one source can be found only
 * if the source is named too.
 */
record KeptFailures(Gate gate, ServiceLogins logins) implements KeptPlace {

    private record Asked(LoginGuard guard, Subject subject, List<AccountSource> sources) {}

    private Optional<Asked> asked(PersonName name) {
        return logins.guard()
                .flatMap(guard -> name.account()
                        .map(account -> new Asked(
                                guard, new Subject("account", guard.account(account)), sources(name, account))));
    }

    private static List<AccountSource> sources(PersonName name, String account) {
        try {
            return Stream.concat(
                            name.addresses().stream().map(address -> AccountSource.of(account, address)),
                            name.devices().stream().map(device -> AccountSource.ofDevice(account, device)))
                    .toList();
        } catch (IllegalArgumentException noDevice) {
            throw new BadRequest("subjects", "has a device whose id has not 32 hexadecimal digits");
        }
    }

    @Override
    public CompletionStage<Map<String, Object>> show(PersonName name) {
        Optional<Asked> asked = asked(name);
        if (asked.isEmpty()) {
            return CompletableFuture.completedStage(Map.of());
        }
        CompletionStage<List<String>> locks = CompletableFuture.completedStage(List.of());
        for (AccountSource source : asked.get().sources()) {
            locks = locks.thenCombine(asked.get().guard().locks(source), KeptFailures::and);
        }
        CompletionStage<List<Map<String, Object>>> counters = gate.peek(
                        gate.policy(), asked.get().subject())
                .thenApply(Verdict::rulings)
                .thenApply(found -> found.stream().map(SubjectJson::of).toList());
        return counters.thenCombine(locks, (some, others) -> Map.of("loginCounters", some, "locks", others));
    }

    private static List<String> and(List<String> before, List<LoginLock> more) {
        List<String> all = new ArrayList<>(before);
        more.forEach(lock -> all.add(lock.rule()));
        return all;
    }

    @Override
    public CompletionStage<Map<String, Object>> erase(PersonName name, Author author) {
        Optional<Asked> asked = asked(name);
        if (asked.isEmpty()) {
            return CompletableFuture.completedStage(Map.of());
        }
        CompletionStage<Void> done = gate.forget(gate.policy(), asked.get().subject());
        for (AccountSource source : asked.get().sources()) {
            done = done.thenCompose(before -> asked.get().guard().clear(source));
        }
        return done.thenApply(all -> Map.of("sources", asked.get().sources().size()));
    }
}
