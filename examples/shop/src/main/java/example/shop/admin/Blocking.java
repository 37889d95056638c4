package example.shop.admin;

import io.weir.document.spi.Document;
import io.weir.guard.BackgroundThread;
import io.weir.guard.audit.AuditEvent;
import io.weir.guard.audit.AuditKind;
import io.weir.guard.audit.AuditTrail;
import io.weir.guard.block.BlockConfig;
import io.weir.guard.block.BlockEvent;
import io.weir.guard.block.BlockRegistry;
import io.weir.live.MemoryDocument;
import io.weir.redis.RedisStore;
import io.weir.time.TimeSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Blocks, which are beside the counters: in Redis for all instances, or in the memory of this one. */
@Configuration(proxyBeanMethods = false)
class Blocking {

    private static final String MEMORY = "memory";

    /** The rules that block are in policy.yml; each block and its end is in the audit. */
    @Bean
    BlockRegistry blocks(@Value("${rate-limit.store:memory}") String store, AuditTrail audit) {
        Document document = store.equals(MEMORY)
                ? new MemoryDocument()
                : RedisStore.connect(store).document("blocks");
        BlockConfig config = BlockConfig.of(TimeSource.system(), BackgroundThread.named("shop-blocks"))
                .withListener(event -> audit.record(AuditEvent.of(
                        event.at(), kind(event.kind()), event.block().by(), "block")));
        return BlockRegistry.start(document, config);
    }

    private static AuditKind kind(BlockEvent.Kind kind) {
        return switch (kind) {
            case MADE -> AuditKind.BLOCK_MADE;
            case ENDED -> AuditKind.BLOCK_ENDED;
            case CAPPED -> AuditKind.BLOCK_CAPPED;
        };
    }
}
