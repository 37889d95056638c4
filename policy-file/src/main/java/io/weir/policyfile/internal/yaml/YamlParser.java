package io.weir.policyfile.internal.yaml;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.events.SequenceStartEvent;
import org.yaml.snakeyaml.parser.Parser;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.ReaderException;
import org.yaml.snakeyaml.reader.StreamReader;

/**
 * Parses YAML into a tree. Features that can be abused and that no policy needs are mistakes: tags, anchors, aliases,
 * several documents and deep nesting.
 */
public final class YamlParser {

    /** The deepest nesting of a policy. */
    public static final int DEEPEST = 12;

    /**
     * Enough for 10,000 rules. SnakeYAML is slower than linear on a single long word; a word of this length takes a
     * second.
     */
    public static final int MOST_BYTES = 2_000_000;

    private final Parser events;
    private final Mistakes mistakes;
    private final int deepest;

    private YamlParser(String text, Mistakes mistakes, int deepest) {
        LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(Integer.MAX_VALUE);
        this.events = new ParserImpl(new StreamReader(text), options);
        this.mistakes = mistakes;
        this.deepest = deepest;
    }

    /** Returns the tree of a whole file; throws if the file is empty, too long or not YAML. */
    public static Yaml parseFile(String text, Mistakes mistakes, String example, int deepest) {
        if (text.length() > MOST_BYTES || text.getBytes(StandardCharsets.UTF_8).length > MOST_BYTES) {
            throw mistakes.last(Place.START, "the file is longer than 2 MB, the most that a policy may have");
        }
        return parse(text, mistakes, deepest)
                .orElseThrow(() -> mistakes.last(Place.START, "the file is empty; write " + example));
    }

    /** Returns the only document of the text, or nothing if there is none. */
    public static Optional<Yaml> parse(String text, Mistakes mistakes) {
        return parse(text, mistakes, DEEPEST);
    }

    private static Optional<Yaml> parse(String text, Mistakes mistakes, int deepest) {
        try {
            return new YamlParser(text, mistakes, deepest).document();
        } catch (MarkedYAMLException wrong) {
            throw mistakes.last(place(wrong), noYaml(wrong.getProblem()));
        } catch (ReaderException wrong) {
            // For half a surrogate pair at the end, SnakeYAML may report a position beyond the text.
            int position = Math.min(wrong.getPosition(), text.codePointCount(0, text.length()));
            Place place = Place.after(text.substring(0, text.offsetByCodePoints(0, position)));
            throw mistakes.last(
                    place, "this character is not allowed in YAML; write it in double quotes as \\x1b or \\u001b");
        } catch (YAMLException wrong) {
            throw mistakes.last(Place.START, noYaml(wrong.getMessage()));
        }
    }

    private static Place place(MarkedYAMLException wrong) {
        return wrong.getProblemMark() == null ? Place.START : Place.of(wrong.getProblemMark());
    }

    private static String noYaml(@Nullable String problem) {
        String hint = problem != null && problem.contains("TAB")
                ? "; indent with spaces"
                : "; look at the quotes, brackets and indentation here and above";
        return "this is not valid YAML: " + problem + hint;
    }

    private Optional<Yaml> document() {
        events.getEvent();
        if (events.checkEvent(Event.ID.StreamEnd)) {
            return Optional.empty();
        }
        events.getEvent();
        Yaml yaml = value(1);
        events.getEvent();
        if (!events.checkEvent(Event.ID.StreamEnd)) {
            Place second = Place.of(events.peekEvent().getStartMark());
            throw mistakes.last(second, "a second document begins here; write one policy in a file");
        }
        return Optional.of(yaml);
    }

    private Yaml value(int depth) {
        Event event = events.getEvent();
        Place place = Place.of(event.getStartMark());
        if (event instanceof AliasEvent alias) {
            mistakes.add(place, "aliases are not supported; write what *" + alias.getAnchor() + " stands for");
            return new Yaml.Unread(place);
        }
        if (event instanceof ScalarEvent scalar) {
            refuse(place, scalar.getTag(), scalar.getAnchor());
            return new Yaml.Scalar(place, scalar.getValue(), style(scalar));
        }
        CollectionStartEvent start = (CollectionStartEvent) event;
        refuse(place, start.getTag(), start.getAnchor());
        if (depth > deepest) {
            throw mistakes.last(
                    place, "this is nested more than " + deepest + " levels deep, the most that a file may have");
        }
        return start instanceof SequenceStartEvent ? items(place, depth) : entries(place, depth);
    }

    private static Yaml.Style style(ScalarEvent scalar) {
        return scalar.getScalarStyle() == ScalarStyle.PLAIN ? Yaml.Style.PLAIN : Yaml.Style.QUOTED;
    }

    private void refuse(Place place, @Nullable String tag, @Nullable String anchor) {
        if (tag != null) {
            mistakes.add(place, "tags are not supported; remove " + tag.replace("tag:yaml.org,2002:", "!!"));
        }
        if (anchor != null) {
            mistakes.add(place, "anchors are not supported; remove &" + anchor);
        }
    }

    private Yaml items(Place place, int depth) {
        List<Yaml> items = new ArrayList<>();
        while (!events.checkEvent(Event.ID.SequenceEnd)) {
            items.add(value(depth + 1));
        }
        events.getEvent();
        return new Yaml.Items(place, items);
    }

    private Yaml entries(Place place, int depth) {
        List<Yaml.Entry> entries = new ArrayList<>();
        Map<String, Place> seen = new HashMap<>();
        while (!events.checkEvent(Event.ID.MappingEnd)) {
            Yaml key = value(depth + 1);
            Yaml value = value(depth + 1);
            if (key instanceof Yaml.Scalar scalar && isKey(scalar, seen)) {
                entries.add(new Yaml.Entry(scalar, value));
            } else if (key instanceof Yaml.Items || key instanceof Yaml.Entries) {
                mistakes.add(key.place(), "a key must be a word, not a list or a mapping");
            }
        }
        events.getEvent();
        return new Yaml.Entries(place, entries);
    }

    private boolean isKey(Yaml.Scalar key, Map<String, Place> seen) {
        if (key.isNothing() || key.isNotText()) {
            mistakes.add(
                    key.place(), "the key " + Words.quoted(key.text()) + " is not text in YAML; write it in quotes");
            return false;
        }
        Place first = seen.putIfAbsent(key.text(), key.place());
        if (first != null) {
            String where = "the key " + Words.quoted(key.text()) + " is already in " + first.shortly();
            mistakes.add(key.place(), where + "; remove one of them");
        }
        return first == null;
    }
}
