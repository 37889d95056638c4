package io.weir.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Timer;
import io.weir.blackbox.Calls;
import io.weir.service.access.Access;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class FirstCallsTest {

    @Test
    void theServiceHasAnsweredItsHealthWhenItIsStarted() {
        try (WeirService service =
                WeirService.start(new ServiceSettings(0, "127.0.0.1", new Access(Calls.ADMIN, Optional.empty())))) {
            Timer health = service.meters()
                    .find("http.server.requests")
                    .tag("uri", "/actuator/health")
                    .tag("status", "200")
                    .timer();
            assertThat(health).isNotNull().extracting(Timer::count).isEqualTo(1L);
        }
    }

    @Test
    void aServiceThatCannotBeCalledStartsAllTheSame() throws Exception {
        int closed;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            closed = socket.getLocalPort();
        }
        new FirstCalls("127.0.0.1", closed, Calls.ADMIN).health();
        new FirstCalls("0.0.0.0", closed, Calls.ADMIN).envoy();
    }
}
