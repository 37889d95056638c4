package io.weir.policy.internal;

import io.weir.policy.rule.Match;
import io.weir.policy.rule.PathPattern;
import io.weir.policy.rule.Request;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the rules whose path matches a request without trying all of them. In the tree of path segments, a request
 * follows at most two branches at each segment.
 */
public final class RuleIndex {

    private final PathNode root = new PathNode("");
    private final List<LoadedRule> withoutPath = new ArrayList<>();
    private final List<LoadedRule> ofKeys = new ArrayList<>();
    private final RuleSets sets;

    public RuleIndex(List<LoadedRule> rules) {
        this.sets = new RuleSets(rules.size());
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
        PathNode node = root;
        for (String segment : pattern.segments()) {
            node = node.childFor(segment);
        }
        (pattern.andBelow() ? node.below() : node.here()).add(rule);
    }

    /** Returns the rules that match the request. */
    public RuleSet find(Request request, String tier) {
        if (request.key().isPresent()) {
            return with(RuleSet.EMPTY, ofKeys, request, tier);
        }
        return collected(with(RuleSet.EMPTY, withoutPath, request, tier), root, 0, request, tier);
    }

    private RuleSet with(RuleSet front, List<LoadedRule> candidates, Request request, String tier) {
        RuleSet found = front;
        for (LoadedRule candidate : candidates) {
            if (candidate.isFor(request, tier)) {
                found = sets.with(found, candidate);
            }
        }
        return found;
    }

    /** @param slash the index before the segment to look up, or the end of the path */
    private RuleSet collected(RuleSet front, PathNode node, int slash, Request request, String tier) {
        RuleSet found = with(front, node.below(), request, tier);
        String path = request.path();
        if (slash >= path.length() - 1) {
            return with(found, node.here(), request, tier);
        }
        if (node.isLeaf()) {
            return found;
        }
        int next = path.indexOf('/', slash + 1);
        int end = next < 0 ? path.length() : next;
        PathNode same = node.child(path, slash + 1, end);
        PathNode any = node.child(PathPattern.ANY, 0, PathPattern.ANY.length());
        if (same != null) {
            found = collected(found, same, end, request, tier);
        }
        return any == null || any == same ? found : collected(found, any, end, request, tier);
    }
}
