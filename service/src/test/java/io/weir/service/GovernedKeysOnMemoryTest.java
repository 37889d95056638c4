package io.weir.service;

final class GovernedKeysOnMemoryTest extends GovernedKeysContract {

    GovernedKeysOnMemoryTest() {
        super(StoreSettings.MEMORY);
    }
}
