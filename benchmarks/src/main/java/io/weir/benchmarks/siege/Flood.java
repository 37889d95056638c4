package io.weir.benchmarks.siege;

/** One attack on a service of its own. */
interface Flood {

    /** The name by which it is chosen on the command line; floods that differ in connections only share it. */
    String name();

    int connections();

    FloodResult besiege(Camp camp) throws Exception;
}
