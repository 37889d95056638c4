package io.weir.compat;

final class ServletAttacksTest extends AttacksContract {

    @Override
    RunningApp app() {
        return Shops.servlet();
    }

    @Override
    RunningApp direct() {
        return Shops.directServlet();
    }
}
