package io.weir.service;

final class EvaluateOnMemoryTest extends EvaluateContract {

    EvaluateOnMemoryTest() {
        super(StoreSettings.MEMORY);
    }
}
