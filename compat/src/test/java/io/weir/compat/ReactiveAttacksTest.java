package io.weir.compat;

final class ReactiveAttacksTest extends AttacksContract {

    @Override
    RunningApp app() {
        return Shops.reactive();
    }

    @Override
    RunningApp direct() {
        return Shops.directReactive();
    }
}
