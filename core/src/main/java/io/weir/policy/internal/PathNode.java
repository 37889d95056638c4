package io.weir.policy.internal;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node in a tree of path segments: the rules for this path, the rules for all paths below, and a hash table of child
 * nodes.
 */
final class PathNode {

    private final String segment;
    private final List<LoadedRule> here = new ArrayList<>();
    private final List<LoadedRule> below = new ArrayList<>();

    /** A power of two, at most half full. Collisions are resolved by linear probing. */
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

    /**
     * Returns the child for a segment given by its range in the path; a map with string keys would need a copy of it.
     */
    @Nullable
    PathNode child(String path, int from, int to) {
        for (int i = place(path, from, to); ; i = next(i)) {
            PathNode child = children[i];
            if (child == null || (child.segment.length() == to - from && path.startsWith(child.segment, from))) {
                return child;
            }
        }
    }

    /** Returns the child for this segment, and creates it if necessary. */
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
