package io.weir.policyfile;

import io.weir.policyfile.PropertyName.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the tree that a YAML file would have given of properties from several sources, of which the first to say something counts. */
final class PropertyTree {

    private static final class Node {

        private final int source;
        private final Place place;
        private final Map<Step, Node> children = new LinkedHashMap<>();
        private @Nullable String text;

        Node(int source, Place place) {
            this.source = source;
            this.place = place;
        }

        boolean isList() {
            return children.keySet().stream().anyMatch(Step::isIndex);
        }
    }

    private final Mistakes mistakes;
    private final Node root;

    private PropertyTree(Place place, Mistakes mistakes) {
        this.mistakes = mistakes;
        this.root = new Node(-1, place);
    }

    static Yaml of(List<List<Property>> sources, Place place, Mistakes mistakes) {
        PropertyTree tree = new PropertyTree(place, mistakes);
        for (int source = 0; source < sources.size(); source++) {
            for (Property property : sources.get(source)) {
                tree.add(property, source);
            }
        }
        return tree.yaml("", tree.root);
    }

    private void add(Property property, int source) {
        Node node = root;
        for (Step step : PropertyName.steps(property.name())) {
            if (isHidden(node, step, source)) {
                return;
            }
            if (node.text != null || (!node.children.isEmpty() && node.isList() != step.isIndex())) {
                String name = Words.quoted(property.name());
                mistakes.add(
                        property.place(), name + " does not go with what is said before it; leave one of them out");
                return;
            }
            node = node.children.computeIfAbsent(step, first -> new Node(source, property.place()));
        }
        if (node.text == null && node.children.isEmpty()) {
            node.text = property.value();
        }
    }

    /** A value hides all that others say below it, and a list is taken whole from where it is found first. */
    private static boolean isHidden(Node node, Step next, int source) {
        boolean whole = node.text != null || node.isList() || (next.isIndex() && !node.children.isEmpty());
        return whole && node.source < source && node.source >= 0;
    }

    private Yaml yaml(String key, Node node) {
        if (node.text != null) {
            return node.text.isEmpty() ? empty(key, node.place) : scalar(node.place, node.text);
        }
        return node.isList() ? items(node) : entries(node);
    }

    private static Yaml.Scalar scalar(Place place, String text) {
        return new Yaml.Scalar(place, text, Yaml.Style.PROPERTY);
    }

    private static Yaml empty(String key, Place place) {
        if (PolicyBody.LISTS.contains(key)) {
            return new Yaml.Items(place, List.of());
        }
        return PolicyBody.MAPPINGS.contains(key) ? new Yaml.Entries(place, List.of()) : scalar(place, "");
    }

    private Yaml items(Node node) {
        List<Yaml> items = new ArrayList<>();
        for (int i = 0; i < node.children.size(); i++) {
            Node item = node.children.get(new Step(Integer.toString(i), true));
            if (item == null) {
                mistakes.add(node.place, "of this list, item [" + i + "] is missing; count from 0 and leave none out");
                return new Yaml.Unread(node.place);
            }
            items.add(yaml("", item));
        }
        return new Yaml.Items(node.place, items);
    }

    private Yaml entries(Node node) {
        List<Yaml.Entry> entries = new ArrayList<>();
        node.children.forEach(
                (step, child) -> entries.add(new Yaml.Entry(scalar(child.place, step.key()), yaml(step.key(), child))));
        return new Yaml.Entries(node.place, entries);
    }
}
