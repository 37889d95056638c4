package io.weir.guard.block;

import io.weir.policy.Action;
import io.weir.policy.rule.Subject;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All blocks of a day by their subjects. A document has them as JSON with a line for each, whose texts are percent-encoded, so
 * that no library is needed to read them.
 */
record BlockList(Map<BlockList.Key, Block> blocks) {

    /** A subject has one block by administrators and one by each rule. */
    record Key(Subject subject, Optional<String> rule) {
        static Key of(Block block) {
            return new Key(block.subject(), block.rule());
        }
    }

    static final BlockList EMPTY = new BlockList(Map.of());

    /** For how long a block is remembered after its end. */
    static final Duration REMEMBERED = Duration.ofHours(24);

    private static final Pattern FIRST_LINE = Pattern.compile("\\{\"format\":1,\"version\":\\d{1,15},\"blocks\":\\[");
    private static final Pattern LINE = Pattern.compile("\\[\"(?<fields>[^\\\\]*)\"\\],?");
    private static final String LAST_LINE = "]}";
    private static final int FIELDS = 8;
    private static final String CHALLENGE = Action.CHALLENGE.word();

    BlockList {
        blocks = Map.copyOf(blocks);
    }

    static BlockList read(String text) {
        List<String> lines = text.lines().toList();
        if (lines.isEmpty() || !FIRST_LINE.matcher(lines.get(0)).matches()) {
            throw new IllegalArgumentException("these are no blocks, or blocks of a newer version of Weir");
        }
        Map<Key, Block> blocks = new LinkedHashMap<>();
        for (String line : lines.subList(1, lines.size())) {
            if (!line.isEmpty() && !line.equals(LAST_LINE)) {
                Block block = block(line);
                blocks.put(Key.of(block), block);
            }
        }
        return new BlockList(blocks);
    }

    private static Block block(String line) {
        Matcher form = LINE.matcher(line);
        String[] fields = form.matches() ? form.group("fields").split("\",\"", -1) : new String[0];
        if (fields.length != FIELDS && fields.length != FIELDS + 1) {
            throw new IllegalArgumentException("a block has " + FIELDS + " fields, not " + fields.length);
        }
        return new Block(
                new Subject(decoded(fields[0]), decoded(fields[1])),
                Instant.parse(fields[2]),
                Instant.parse(fields[3]),
                decoded(fields[4]),
                decoded(fields[5]),
                Optional.of(decoded(fields[6])).filter(rule -> !rule.isEmpty()),
                Optional.of(decoded(fields[7])).filter(by -> !by.isEmpty()),
                fields.length > FIELDS && fields[FIELDS].equals(CHALLENGE) ? Action.CHALLENGE : Action.BLOCKED);
    }

    String text(long version) {
        String lines = blocks.values().stream().map(BlockList::line).collect(Collectors.joining(",\n"));
        return "{\"format\":1,\"version\":" + version + ",\"blocks\":[\n" + lines + "\n" + LAST_LINE;
    }

    private static String line(Block block) {
        return Stream.of(
                        encoded(block.subject().type()),
                        encoded(block.subject().identifier()),
                        block.since().toString(),
                        block.until().toString(),
                        encoded(block.reason()),
                        encoded(block.by()),
                        encoded(block.rule().orElse("")),
                        encoded(block.endedBy().orElse("")),
                        block.action().word())
                .collect(Collectors.joining("\",\"", "[\"", "\"]"));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    /** Returns the last block of the subject by this rule. */
    Optional<Block> of(Subject subject, String rule) {
        return Optional.ofNullable(blocks.get(new Key(subject, Optional.of(rule))));
    }

    /** Returns the blocks of the subject that are in force. */
    List<Block> inForce(Subject subject, Instant now) {
        return inForce(now).stream()
                .filter(block -> block.subject().equals(subject))
                .toList();
    }

    /** Returns the list with this block, instead of an earlier one of the same subject and rule. */
    BlockList with(Block block) {
        Map<Key, Block> more = new LinkedHashMap<>(blocks);
        more.put(Key.of(block), block);
        return new BlockList(more);
    }

    /** Returns all blocks of the subject, in force or ended. */
    List<Block> of(Subject subject) {
        return blocks.values().stream()
                .filter(block -> block.subject().equals(subject))
                .toList();
    }

    /** Returns the list without any block of the subject. */
    BlockList without(Subject subject) {
        return new BlockList(blocks.entrySet().stream()
                .filter(each -> !each.getKey().subject().equals(subject))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
    }

    /** Returns the list without blocks that ended a day ago. */
    BlockList current(Instant now) {
        Instant forgotten = now.minus(REMEMBERED);
        return new BlockList(blocks.entrySet().stream()
                .filter(each -> each.getValue().until().isAfter(forgotten))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
    }

    List<Block> inForce(Instant now) {
        return blocks.values().stream().filter(block -> block.isInForce(now)).toList();
    }

    long automaticInForce(Instant now) {
        return inForce(now).stream().filter(Block::isAutomatic).count();
    }

    long automaticSince(Instant from) {
        return blocks.values().stream()
                .filter(block -> block.isAutomatic() && block.since().isAfter(from))
                .count();
    }
}
