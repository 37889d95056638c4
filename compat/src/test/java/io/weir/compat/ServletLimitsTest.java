package io.weir.compat;

import static io.weir.compat.Credentials.freshAddress;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ServletLimitsTest extends OperatedContract {

    @Override
    RunningApp app() {
        return Shops.servlet();
    }

    @Test
    void chargesOnceHoweverOftenARequestIsDispatched() {
        for (String path : new String[] {"forward", "async", "error"}) {
            String address = freshAddress();
            app().get("/dispatch/" + path, FOR, address);
            assertThat(app().get("/dispatch/target", FOR, address).headers().firstValue("X-RateLimit-Remaining"))
                    .as(path)
                    .contains("3");
        }
    }
}
