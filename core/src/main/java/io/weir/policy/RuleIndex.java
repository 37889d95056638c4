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

    private static final Comparator<LoadedRule> IN_ORDER = Comparator.comparingInt(LoadedRule::number);

    private static final class Node {
        private final Map<String, Node> children = new HashMap<>();
        private final List<LoadedRule> here = new ArrayList<>();
        private final List<LoadedRule> below = new ArrayList<>();

        private Node child(String segment) {
            return children.computeIfAbsent(segment, absent -> new Node());
        }
    }

    private final Node root = new Node();
    private final List<LoadedRule> withoutPath = new ArrayList<>();
    private final List<LoadedRule> ofKeys = new ArrayList<>();

    RuleIndex(List<LoadedRule> rules) {
        for (LoadedRule rule : rules) {
            Match match = rule.rule().match();
            if (match.key().isPresent()) {
                ofKeys.add(rule);
            } else if (match.path().isPresent()) {
                add(match.path().get(), rule);
            } else {
                withoutPath.add(rule);
            }
        }
    }

    private void add(PathPattern pattern, LoadedRule rule) {
        Node node = root;
        for (String segment : pattern.segments()) {
            node = node.child(segment);
        }
        (pattern.andBelow() ? node.below : node.here).add(rule);
    }

    /** The rules of that stage that are for the request, in their order. */
    List<LoadedRule> find(Request request, String tier, Stage stage) {
        List<LoadedRule> found = new ArrayList<>();
        boolean grouped = false;
        for (LoadedRule candidate : candidates(request)) {
            if (stage.includes(candidate.stage()) && candidate.rule().match().isTrueOf(request, tier)) {
                found.add(candidate);
                grouped |= candidate.rule().group().isPresent();
            }
        }
        return grouped ? withoutOutdone(found) : found;
    }

    private List<LoadedRule> candidates(Request request) {
        if (request.key().isPresent()) {
            return ofKeys;
        }
        List<LoadedRule> candidates = new ArrayList<>(withoutPath);
        collect(root, PathPattern.segments(request.path()), 0, candidates);
        candidates.sort(IN_ORDER);
        return candidates;
    }

    private static void collect(@Nullable Node node, String[] segments, int at, List<LoadedRule> into) {
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
    private static List<LoadedRule> withoutOutdone(List<LoadedRule> found) {
        Map<String, Integer> most = new HashMap<>();
        for (LoadedRule each : found) {
            each.rule().group().ifPresent(group -> most.merge(group, each.rule().weight(), Math::max));
        }
        return found.stream()
                .filter(each -> each.rule()
                        .group()
                        .map(most::get)
                        .map(weight -> weight == each.rule().weight())
                        .orElse(true))
                .toList();
    }
}
