package io.weir.guard.block;

/** Receives what happens to the blocks that this process makes and ends. Must be fast and thread-safe. */
@FunctionalInterface
public interface BlockListener {

    void happened(BlockEvent event);
}
