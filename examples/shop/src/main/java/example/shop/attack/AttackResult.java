package example.shop.attack;

/**
 * How an attack ended.
 *
 * @param quiet what customers saw just before
 */
record AttackResult(Scenario scenario, Assault assault, Experience.Stretch quiet, Experience.Stretch attacked) {

    private static final double STOPPED = 99.0;

    boolean isStopped() {
        return assault.stoppedPercent() >= STOPPED;
    }
}
