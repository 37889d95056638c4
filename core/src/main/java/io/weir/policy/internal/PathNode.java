package io.weir.policy.internal;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A place in a tree of path segments: the rules for it, for what is below, and a hash table of what follows. */
final class PathNode {

    private final String segment;
    private final List<LoadedRule> here = new ArrayList<>();
    private final List<LoadedRule> below = new ArrayList<>();

    /** A power of two, at most half of it used; whoever finds his place taken has the next one that is free. */
    private @Nullable PathNode[] children = new PathNode[2];

    private int size;

    PathNode(String segment) {
        this.segment = segment;
    }

    List<LoadedRule> here() {
        return here;
    }

    List<LoadedRule> below() {
        return below;
    }

    boolean isLeaf() {
        return size == 0;
    }

    /** What follows by the segment from there to there; a map of strings would want a copy of that. */
    @Nullable
    PathNode child(String path, int from, int to) {
        for (int i = place(path, from, to); ; i = next(i)) {
            PathNode child = children[i];
            if (child == null || (child.segment.length() == to - from && path.startsWith(child.segment, from))) {
                return child;
            }
        }
    }

    /** What follows by that segment, made if need be. */
    PathNode childFor(String name) {
        PathNode known = child(name, 0, name.length());
        if (known != null) {
            return known;
        }
        PathNode made = new PathNode(name);
        if (2 * ++size > children.length) {
            PathNode[] old = children;
            children = new PathNode[2 * old.length];
            for (PathNode child : old) {
                if (child != null) {
                    put(child);
                }
            }
        }
        put(made);
        return made;
    }

    private void put(PathNode child) {
        int i = place(child.segment, 0, child.segment.length());
        while (children[i] != null) {
            i = next(i);
        }
        children[i] = child;
    }

    private int place(String path, int from, int to) {
        int hash = 0;
        for (int i = from; i < to; i++) {
            hash = 31 * hash + path.charAt(i);
        }
        return (hash ^ hash >>> 16) & (children.length - 1);
    }

    private int next(int i) {
        return (i + 1) & (children.length - 1);
    }
}
