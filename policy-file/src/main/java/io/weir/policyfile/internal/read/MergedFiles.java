package io.weir.policyfile.internal.read;

import io.weir.policyfile.internal.yaml.Fields;
import io.weir.policyfile.internal.yaml.Place;
import io.weir.policyfile.internal.yaml.Values;
import io.weir.policyfile.internal.yaml.Words;
import io.weir.policyfile.internal.yaml.Yaml;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Merges several files into one policy: rules and other lists follow each other, mappings are united, other keys
 * occur once.
 */
public final class MergedFiles {

    private final Values values;
    private final Map<String, Yaml> merged = new LinkedHashMap<>();
    private Place place = Place.START;

    public MergedFiles(Values values) {
        this.values = values;
    }

    public void add(Fields body) {
        place = merged.isEmpty() ? body.place() : place;
        body.values().forEach((key, value) -> merged.merge(key, value, (first, second) -> joined(key, first, second)));
    }

    private Yaml joined(String key, Yaml first, Yaml second) {
        if (PolicyBody.LISTS.contains(key) && first instanceof Yaml.Items list && second instanceof Yaml.Items more) {
            List<Yaml> all = new ArrayList<>(list.items());
            all.addAll(more.items());
            return new Yaml.Items(list.place(), all);
        }
        if (PolicyBody.MAPPINGS.contains(key)
                && first instanceof Yaml.Entries mapping
                && second instanceof Yaml.Entries more) {
            return new Yaml.Entries(mapping.place(), joined(mapping.entries(), more.entries()));
        }
        repeated(key, first.place(), second.place());
        return first;
    }

    private List<Yaml.Entry> joined(List<Yaml.Entry> first, List<Yaml.Entry> second) {
        List<Yaml.Entry> all = new ArrayList<>(first);
        Map<String, Place> known = new HashMap<>();
        first.forEach(entry -> known.put(entry.key().text(), entry.key().place()));
        for (Yaml.Entry entry : second) {
            Place before = known.get(entry.key().text());
            if (before == null) {
                all.add(entry);
            } else {
                repeated(entry.key().text(), before, entry.key().place());
            }
        }
        return all;
    }

    private void repeated(String key, Place first, Place second) {
        values.wrong(second, Words.quoted(key) + " is already in " + first.shortly() + "; remove one of them");
    }

    public Fields fields() {
        return new Fields(place, merged);
    }
}
