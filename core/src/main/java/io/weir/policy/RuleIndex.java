package io.weir.policy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the rules whose path matches without trying them all: a tree of path segments, in which a request follows two branches
 * at most at each of its own.
 */
final class RuleIndex {

    private static final class Node {
        private final Map<String, Node> children = new HashMap<>();
        private final List<Integer> here = new ArrayList<>();
        private final List<Integer> below = new ArrayList<>();

        private Node child(String segment) {
            return children.computeIfAbsent(segment, absent -> new Node());
        }
    }

    private final List<Rule> rules;
    private final Node root = new Node();
    private final List<Integer> withoutPath = new ArrayList<>();
    private final List<Integer> ofKeys = new ArrayList<>();

    RuleIndex(List<Rule> rules) {
        this.rules = rules;
        for (int i = 0; i < rules.size(); i++) {
            Match match = rules.get(i).match();
            if (match.key().isPresent()) {
                ofKeys.add(i);
            } else if (match.path().isPresent()) {
                add(match.path().get(), i);
            } else {
                withoutPath.add(i);
            }
        }
    }

    private void add(PathPattern pattern, int rule) {
        Node node = root;
        for (String segment : pattern.segments()) {
            node = node.child(segment);
        }
        (pattern.andBelow() ? node.below : node.here).add(rule);
    }

    /** The rules that are for the request, in their order. */
    List<Rule> find(Request request, String tier) {
        List<Integer> candidates;
        if (request.key().isPresent()) {
            candidates = ofKeys;
        } else {
            candidates = new ArrayList<>(withoutPath);
            collect(root, PathPattern.segments(request.path()), 0, candidates);
            candidates.sort(Comparator.naturalOrder());
        }
        List<Rule> found = new ArrayList<>(candidates.size());
        for (int i : candidates) {
            if (rules.get(i).match().isTrueOf(request, tier)) {
                found.add(rules.get(i));
            }
        }
        return withoutOutdone(found);
    }

    private static void collect(@Nullable Node node, String[] segments, int at, List<Integer> into) {
        if (node == null) {
            return;
        }
        into.addAll(node.below);
        if (at == segments.length) {
            into.addAll(node.here);
            return;
        }
        collect(node.children.get(segments[at]), segments, at + 1, into);
        if (!segments[at].equals(PathPattern.ANY)) {
            collect(node.children.get(PathPattern.ANY), segments, at + 1, into);
        }
    }

    /** Leaves out the rules of a group whose path says less than that of another one. */
    private static List<Rule> withoutOutdone(List<Rule> found) {
        Map<String, Integer> most = new HashMap<>();
        for (Rule rule : found) {
            rule.group().ifPresent(group -> most.merge(group, rule.weight(), Math::max));
        }
        if (most.isEmpty()) {
            return found;
        }
        return found.stream()
                .filter(rule -> rule.group()
                        .map(most::get)
                        .map(weight -> weight == rule.weight())
                        .orElse(true))
                .toList();
    }
}
