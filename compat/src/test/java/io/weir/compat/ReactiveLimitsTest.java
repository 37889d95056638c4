package io.weir.compat;

final class ReactiveLimitsTest extends OperatedContract {

    @Override
    RunningApp app() {
        return Shops.reactive();
    }
}
