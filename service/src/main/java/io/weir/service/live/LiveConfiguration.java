package io.weir.service.live;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.live.FollowedPolicy;
import io.weir.service.ServiceSettings;
import io.weir.time.Scheduler;
import io.weir.time.TimeSource;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.ContextClosedEvent;

/** Reads the meters for the dashboard, and streams what was counted. */
@Configuration(proxyBeanMethods = false)
public class LiveConfiguration {

    @Bean
    Pulse pulse(MeterRegistry registry) {
        return Pulse.start(registry, TimeSource.system(), Scheduler.system());
    }

    @Bean
    LiveApi liveApi(Pulse pulse, FollowedPolicy policy, ServiceSettings settings) {
        return new LiveApi(pulse, policy, settings.access());
    }

    /** Ends the streams before the server waits for open answers. */
    @Bean
    ApplicationListener<ContextClosedEvent> endOfStreams(LiveApi live) {
        return closed -> live.close();
    }
}
