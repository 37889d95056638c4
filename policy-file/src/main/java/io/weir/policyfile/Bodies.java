package io.weir.policyfile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Puts together what several files say, as if it stood in one: their rules one after the other, anything else once. */
final class Bodies {

    private final Values values;
    private final Map<String, Yaml> together = new LinkedHashMap<>();
    private Place place = Place.START;

    Bodies(Values values) {
        this.values = values;
    }

    void add(Fields body) {
        place = together.isEmpty() ? body.place() : place;
        body.values()
                .forEach((key, value) -> together.merge(key, value, (first, second) -> joined(key, first, second)));
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
        values.wrong(second, Words.quoted(key) + " stands in " + first.shortly() + " already; leave one of them out");
    }

    Fields together() {
        return new Fields(place, together);
    }
}
