package io.weir.service.subject;

import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policy.Ruling;
import io.weir.policy.Verdict;
import io.weir.policy.rule.Dimension;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Subject;
import io.weir.policyfile.InvalidPolicyException;
import io.weir.policyfile.internal.read.OwnLimits;
import io.weir.policyfile.internal.yaml.Words;
import io.weir.service.api.BuiltInPolicy;
import io.weir.service.api.CheckRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;

/**
 * All counters of one subject under one policy. The same text may name a subject of rules and a key of {@code /check}: {@code
 * user:42} is both. Keys are counted by rules for keys, or else by the default limits.
 *
 * @param text the subject as an operator writes it
 */
record SubjectCounters(Gate gate, Policy policy, String text) {

    private static final String KEY = "key";

    /** The kinds that policies have words for, whether or not the one in force uses them. */
    private static final Set<String> USUAL_KINDS = usualKinds();

    /** Addresses by prefixes other than the usual ones. */
    private static final Pattern NUMBERED_KIND = Pattern.compile("ip-[0-9]{1,3}");

    private static Set<String> usualKinds() {
        Set<String> kinds = new TreeSet<>(Dimension.FACT_WORDS);
        kinds.addAll(List.of("ip", "user", "apikey", "api-key", "tenant", KEY));
        return Set.copyOf(kinds);
    }

    /** The counters under the policy in force. */
    static SubjectCounters of(Gate gate, String text) {
        return new SubjectCounters(gate, gate.policy(), text);
    }

    /** The counters under the policy in force, if the text can be a subject or key. */
    static SubjectCounters of(Gate gate, String field, String text) {
        return of(gate, CheckRequest.valid(field, text));
    }

    /** The answer of each counter to a request of one permit: counters of rules, and of default limits that were used. */
    CompletionStage<List<Ruling>> show() {
        CompletionStage<List<Ruling>> ofRules = ofRules()
                .map(subject -> gate.peek(policy, subject).thenApply(Verdict::rulings))
                .orElse(CompletableFuture.completedStage(List.of()));
        CompletionStage<List<Ruling>> ofKey = policy.governs(key())
                ? gate.peek(policy, Request.ofKey(key(), 1)).thenApply(Verdict::rulings)
                : gate.peek(BuiltInPolicy.ALL, validKey()).thenApply(SubjectCounters::used);
        return ofRules.thenCombine(ofKey, (some, others) -> {
            List<Ruling> all = new ArrayList<>(some);
            all.addAll(others);
            return all;
        });
    }

    private static List<Ruling> used(Verdict verdict) {
        return verdict.rulings().stream()
                .filter(ruling ->
                        ruling.decision().remaining() < ruling.decision().limit())
                .toList();
    }

    /** Resets all counters of the subject, including those of default limits. */
    CompletionStage<Void> reset() {
        List<CompletableFuture<Void>> done = new ArrayList<>();
        subjects().forEach(subject -> done.add(gate.forget(policy, subject).toCompletableFuture()));
        if (!policy.governs(key())) {
            done.add(gate.forget(BuiltInPolicy.ALL, validKey()).toCompletableFuture());
        }
        return CompletableFuture.allOf(done.toArray(CompletableFuture[]::new));
    }

    /** The rules that count the subject together with something else; their counters are not shown. */
    List<String> together() {
        return ofRules().map(Subject::type).stream()
                .flatMap(type -> policy.rules().stream().filter(rule -> countsWithMore(rule, type)))
                .map(Rule::name)
                .toList();
    }

    private static boolean countsWithMore(Rule rule, String type) {
        return rule.per().types().stream()
                .anyMatch(types -> !types.equals(type)
                        && Arrays.asList(types.split(",", -1)).contains(type));
    }

    /** The subjects that the text names: the key, and in most cases a subject of rules for requests. */
    List<Subject> subjects() {
        List<Subject> subjects = new ArrayList<>(ofRules().stream().toList());
        subjects.add(new Subject(KEY, key()));
        return subjects;
    }

    /** The subject of rules for requests. */
    private Optional<Subject> ofRules() {
        try {
            return Optional.of(new OwnLimits(policy).subject(text))
                    .filter(subject -> !subject.type().equals(KEY));
        } catch (InvalidPolicyException justAKey) {
            return Optional.empty();
        }
    }

    /**
     * What is wrong with the kind before the colon, if no rule counts it and it is none of the usual ones. A key of checks may
     * be any text, so this may still be one.
     */
    Optional<String> unknownKind() {
        int colon = text.indexOf(':');
        String kind = colon < 1 ? KEY : text.substring(0, colon);
        Set<String> known = new TreeSet<>(USUAL_KINDS);
        policy.rules()
                .forEach(rule -> rule.per().types().forEach(types -> known.addAll(List.of(types.split(",", -1)))));
        return known.contains(kind) || NUMBERED_KIND.matcher(kind).matches() || policy.governs(key())
                ? Optional.empty()
                : Optional.of("is of an " + Words.unknown("kind", kind, known)
                        + "; a key of checks that has this name is " + KEY + ":" + text);
    }

    private String key() {
        String prefix = KEY + ":";
        return text.startsWith(prefix) && text.length() > prefix.length() ? text.substring(prefix.length()) : text;
    }

    private Subject validKey() {
        return new Subject(KEY, CheckRequest.valid(key()));
    }
}
