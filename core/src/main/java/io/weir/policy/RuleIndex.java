package io.weir.policy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the rules whose path matches without trying them all: a tree of path segments, in which a request follows two branches
 * at most at each of its own.
 */
final class RuleIndex {

    private static final int ROOM_FOR_PATHS = 4;
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
        if (request.key().isPresent()) {
            List<LoadedRule> found = new ArrayList<>();
            addTrue(ofKeys, request, tier, stage, found);
            return found;
        }
        List<LoadedRule> found = new ArrayList<>(withoutPath.size() + ROOM_FOR_PATHS);
        addTrue(withoutPath, request, tier, stage, found);
        collect(root, 0, request, tier, stage, found);
        if (!isInOrder(found)) {
            found.sort(IN_ORDER);
        }
        return withoutOutdone(found);
    }

    private static boolean isInOrder(List<LoadedRule> found) {
        for (int i = 1; i < found.size(); i++) {
            if (found.get(i - 1).number() > found.get(i).number()) {
                return false;
            }
        }
        return true;
    }

    private static void addTrue(
            List<LoadedRule> candidates, Request request, String tier, Stage stage, List<LoadedRule> into) {
        for (LoadedRule candidate : candidates) {
            if (stage.includes(candidate.stage()) && candidate.rule().match().isTrueOf(request, tier)) {
                into.add(candidate);
            }
        }
    }

    /** @param slash before the segment that the children are about, or the end of the path */
    private static void collect(
            Node node, int slash, Request request, String tier, Stage stage, List<LoadedRule> into) {
        addTrue(node.below, request, tier, stage, into);
        String path = request.path();
        if (slash >= path.length() - 1) {
            addTrue(node.here, request, tier, stage, into);
            return;
        }
        if (node.children.isEmpty()) {
            return;
        }
        int next = path.indexOf('/', slash + 1);
        int end = next < 0 ? path.length() : next;
        String segment = path.substring(slash + 1, end);
        Node same = node.children.get(segment);
        if (same != null) {
            collect(same, end, request, tier, stage, into);
        }
        Node any = segment.equals(PathPattern.ANY) ? null : node.children.get(PathPattern.ANY);
        if (any != null) {
            collect(any, end, request, tier, stage, into);
        }
    }

    /** Leaves out the rules of a group whose path says less than that of another one. */
    private static List<LoadedRule> withoutOutdone(List<LoadedRule> found) {
        boolean grouped = false;
        for (LoadedRule each : found) {
            grouped |= each.rule().group().isPresent();
        }
        if (!grouped) {
            return found;
        }
        Map<String, Integer> most = new HashMap<>();
        for (LoadedRule each : found) {
            each.rule().group().ifPresent(group -> most.merge(group, each.weight(), Math::max));
        }
        found.removeIf(each -> each.rule().group().isPresent()
                && most.getOrDefault(each.rule().group().get(), 0) > each.weight());
        return found;
    }
}
