package io.weir.service.subject;

import io.weir.guard.block.Block;
import io.weir.guard.block.BlockRegistry;
import io.weir.live.Author;
import io.weir.policy.rule.Subject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The blocks of a subject, in force or ended in the last day. */
record KeptBlocks(BlockRegistry blocks) implements KeptPlace {

    private static final String BLOCKS = "blocks";

    @Override
    public CompletionStage<Map<String, Object>> show(PersonName name) {
        if (name.text().indexOf(':') < 1) {
            return CompletableFuture.completedStage(Map.of());
        }
        List<Map<String, Object>> found = blocks.of(Subject.parse(name.text())).stream()
                .map(KeptBlocks::json)
                .toList();
        return CompletableFuture.completedStage(Map.of(BLOCKS, found));
    }

    private static Map<String, Object> json(Block block) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("subject", block.subject().toString());
        json.put("since", block.since().toString());
        json.put("until", block.until().toString());
        json.put("reason", block.reason());
        json.put("by", block.by());
        return json;
    }

    @Override
    public CompletionStage<Map<String, Object>> erase(PersonName name, Author author) {
        return name.text().indexOf(':') < 1
                ? CompletableFuture.completedStage(Map.of())
                : blocks.erase(Subject.parse(name.text())).thenApply(erased -> Map.of(BLOCKS, erased));
    }
}
