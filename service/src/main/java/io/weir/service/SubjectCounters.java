package io.weir.service;

import io.weir.limit.Decision;
import io.weir.policy.Gate;
import io.weir.policy.Request;
import io.weir.policy.Rule;
import io.weir.policy.Ruling;
import io.weir.policy.Subject;
import io.weir.policy.Verdict;
import io.weir.policyfile.InvalidPolicyException;
import io.weir.policyfile.OwnLimits;
import io.weir.store.Charge;
import io.weir.store.Store;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * All counters of one subject. The same text may name a subject of rules and a key of {@code /check}: {@code user:42} is both.
 * Keys are counted by rules for keys, or else by the default limits.
 */
final class SubjectCounters {

    private static final String KEY = "key";

    private final Gate gate;
    private final Store store;

    SubjectCounters(Gate gate, Store store) {
        this.gate = gate;
        this.store = store;
    }

    /**
     * A counter and what it says of a request of one permit.
     *
     * @param rule the rule, or the algorithm of a default limit
     */
    record Counter(String rule, Subject subject, String limit, boolean enforced, Decision decision) {

        private static Counter of(Ruling ruling) {
            return new Counter(
                    ruling.rule(), ruling.subject(), ruling.limit().toString(), ruling.enforced(), ruling.decision());
        }
    }

    /** Counters of rules, and those default limits of which something was taken. */
    CompletionStage<List<Counter>> show(String text) {
        CompletionStage<List<Counter>> ofRules = ofRules(text)
                .map(subject -> gate.peek(subject).thenApply(SubjectCounters::counters))
                .orElse(CompletableFuture.completedStage(List.of()));
        String key = key(text);
        CompletionStage<List<Counter>> ofKey = gate.policy().governs(key)
                ? gate.peek(Request.ofKey(key, 1)).thenApply(SubjectCounters::counters)
                : defaults(key);
        return ofRules.thenCombine(ofKey, (some, others) -> {
            List<Counter> all = new ArrayList<>(some);
            all.addAll(others);
            return all;
        });
    }

    private static List<Counter> counters(Verdict verdict) {
        return verdict.rulings().stream().map(Counter::of).toList();
    }

    private CompletionStage<List<Counter>> defaults(String key) {
        List<Charge> charges = defaultCharges(key);
        return store.peek(charges).thenApply(decisions -> {
            List<Counter> used = new ArrayList<>();
            for (int i = 0; i < charges.size(); i++) {
                Decision decision = decisions.get(i);
                if (decision.remaining() < decision.limit()) {
                    String name = charges.get(i).limit().algorithm().yamlName();
                    String limit = charges.get(i).limit().toString();
                    used.add(new Counter(name, new Subject(KEY, key), limit, true, decision));
                }
            }
            return used;
        });
    }

    /** Forgets all that was counted, also by default limits. */
    CompletionStage<Void> reset(String text) {
        List<CompletableFuture<Void>> done = new ArrayList<>();
        subjects(text).forEach(subject -> done.add(gate.forget(subject).toCompletableFuture()));
        defaultCharges(key(text))
                .forEach(charge -> done.add(store.forget(charge).toCompletableFuture()));
        return CompletableFuture.allOf(done.toArray(CompletableFuture[]::new));
    }

    /** Rules that count the subject together with something else, which are not shown. */
    List<String> together(String text) {
        return ofRules(text).map(Subject::type).stream()
                .flatMap(type -> gate.policy().rules().stream().filter(rule -> countsWithMore(rule, type)))
                .map(Rule::name)
                .toList();
    }

    private static boolean countsWithMore(Rule rule, String type) {
        return rule.per().types().stream()
                .anyMatch(types -> !types.equals(type)
                        && Arrays.asList(types.split(",", -1)).contains(type));
    }

    /** The subjects that the text names: the key, and mostly one of rules for requests. */
    List<Subject> subjects(String text) {
        List<Subject> subjects = new ArrayList<>(ofRules(text).stream().toList());
        subjects.add(new Subject(KEY, key(text)));
        return subjects;
    }

    /** The subject of rules for requests. */
    private Optional<Subject> ofRules(String text) {
        try {
            return Optional.of(new OwnLimits(gate.policy()).subject(text))
                    .filter(subject -> !subject.type().equals(KEY));
        } catch (InvalidPolicyException justAKey) {
            return Optional.empty();
        }
    }

    private static String key(String text) {
        String prefix = KEY + ":";
        return text.startsWith(prefix) && text.length() > prefix.length() ? text.substring(prefix.length()) : text;
    }

    private List<Charge> defaultCharges(String key) {
        return gate.policy().governs(key) ? List.of() : CheckRequest.defaultCharges(CheckRequest.valid(key));
    }
}
