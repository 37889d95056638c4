package io.weir.spring.internal.guard;

import io.weir.guard.block.BlockConfig;
import io.weir.guard.block.BlockListener;
import io.weir.guard.block.BlockRegistry;
import io.weir.guard.login.AddressLogins;
import io.weir.http.RequestReader;
import io.weir.live.MemoryDocument;
import io.weir.policy.Blocks;
import io.weir.policy.Gate;
import io.weir.spring.internal.gate.OpenedStore;
import io.weir.spring.internal.gate.RateLimitAutoConfiguration;
import io.weir.store.Store;
import io.weir.time.Scheduler;
import io.weir.time.TimeSource;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/** Blocks, in the Redis of the counters or in the memory of this process. */
@AutoConfiguration(after = RateLimitAutoConfiguration.class)
@ConditionalOnClass(BlockRegistry.class)
@ConditionalOnProperty(prefix = "rate-limit.guard", name = "blocks", havingValue = "true")
final class BlockAutoConfiguration {

    /** Rules block no trusted proxy, and no network that a bypass of the policy in force exempts. */
    @Bean
    @ConditionalOnMissingBean(Blocks.class)
    BlockRegistry rateLimitBlocks(
            ObjectProvider<OpenedStore> opened,
            Store store,
            RequestReader reader,
            ObjectProvider<Gate> gate,
            ObjectProvider<BlockListener> listeners) {
        BlockConfig config = BlockConfig.of(TimeSource.system(), Scheduler.system())
                .withNever(() -> Stream.concat(
                                reader.proxies().networks().stream(),
                                gate.getObject().policy().bypasses().stream()
                                        .flatMap(bypass -> bypass.network().stream()))
                        .toList())
                .withPeople(AddressLogins.of(store)::hasPeople)
                .withListener(event -> listeners.forEach(each -> each.happened(event)));
        return BlockRegistry.start(
                Optional.ofNullable(opened.getIfAvailable())
                        .flatMap(OpenedStore::blocks)
                        .orElseGet(MemoryDocument::new),
                config);
    }
}
