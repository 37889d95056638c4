package io.weir.compat;

final class ReactiveLimitsTest extends LimitsContract {

    @Override
    RunningApp app() {
        return Shops.reactive();
    }
}
