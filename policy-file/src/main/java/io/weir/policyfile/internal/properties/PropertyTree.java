package io.weir.policyfile.internal.properties;

import io.weir.policyfile.internal.properties.PropertyName.Step;
import io.weir.policyfile.internal.read.PolicyBody;
import io.weir.policyfile.internal.yaml.Mistakes;
import io.weir.policyfile.internal.yaml.Place;
import io.weir.policyfile.internal.yaml.Words;
import io.weir.policyfile.internal.yaml.Yaml;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Builds the tree that an equivalent YAML file would give from properties of several sources, the first of which has
 * precedence.
 */
final class PropertyTree {

    private static final class Branch {

        private final int source;
        private final Place place;
        private final Map<Step, Branch> children = new LinkedHashMap<>();
        private @Nullable String text;

        Branch(int source, Place place) {
            this.source = source;
            this.place = place;
        }

        boolean isList() {
            return children.keySet().stream().anyMatch(Step::isIndex);
        }
    }

    private final Mistakes mistakes;
    private final Branch root;

    private PropertyTree(Place place, Mistakes mistakes) {
        this.mistakes = mistakes;
        this.root = new Branch(-1, place);
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
        Branch node = root;
        for (Step step : PropertyName.steps(property.name())) {
            if (isHidden(node, step, source)) {
                return;
            }
            if (node.text != null || (!node.children.isEmpty() && node.isList() != step.isIndex())) {
                String name = Words.quoted(property.name());
                mistakes.add(property.place(), name + " contradicts an earlier property; remove one of them");
                return;
            }
            node = node.children.computeIfAbsent(step, first -> new Branch(source, property.place()));
        }
        if (node.text == null && node.children.isEmpty()) {
            node.text = property.value();
        }
    }

    /** A value hides all properties below it of later sources, and a list is taken as a whole from its first source. */
    private static boolean isHidden(Branch node, Step next, int source) {
        boolean whole = node.text != null || node.isList() || (next.isIndex() && !node.children.isEmpty());
        return whole && node.source < source && node.source >= 0;
    }

    private Yaml yaml(String key, Branch node) {
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

    private Yaml items(Branch node) {
        List<Yaml> items = new ArrayList<>();
        for (int i = 0; i < node.children.size(); i++) {
            Branch item = node.children.get(new Step(Integer.toString(i), true));
            if (item == null) {
                mistakes.add(
                        node.place, "item [" + i + "] of this list is missing; number the items from 0 without gaps");
                return new Yaml.Unread(node.place);
            }
            items.add(yaml("", item));
        }
        return new Yaml.Items(node.place, items);
    }

    private Yaml entries(Branch node) {
        List<Yaml.Entry> entries = new ArrayList<>();
        node.children.forEach(
                (step, child) -> entries.add(new Yaml.Entry(scalar(child.place, step.key()), yaml(step.key(), child))));
        return new Yaml.Entries(node.place, entries);
    }
}
