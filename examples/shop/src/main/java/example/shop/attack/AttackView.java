package example.shop.attack;

import java.io.PrintStream;
import java.util.Locale;

/** The table on the terminal. The line of the attack that is under way is written again and again; a file gets it once. */
final class AttackView {

    private static final String HEAD = "%n  %-10s %9s %9s %9s   %-18s %9s %9s%n"
            .formatted("attack", "tried", "got in", "stopped", "customers served", "p95", "before");

    private final PrintStream out;
    private final boolean isLive;

    AttackView(PrintStream out) {
        this.out = out;
        this.isLive = Boolean.getBoolean("attack.live");
    }

    void begin() {
        out.print(HEAD);
    }

    void aim(Scenario scenario) {
        out.printf("%n  %s: %s%n", scenario.name(), scenario.aim());
    }

    void show(Scenario scenario, Assault assault, Experience experience) {
        if (isLive) {
            Experience.Stretch now = experience.now();
            out.print("\r" + line(scenario, assault, now) + " …");
            out.flush();
        }
    }

    void done(AttackResult result) {
        String before = result.quiet().p95Micros() / 1_000 + " ms";
        String during = result.attacked().p95Micros() / 1_000 + " ms";
        out.println((isLive ? "\r" : "")
                + line(result.scenario(), result.assault(), result.attacked())
                + " %9s %9s".formatted(during, before));
    }

    private static String line(Scenario scenario, Assault assault, Experience.Stretch customers) {
        return String.format(
                Locale.ROOT,
                "  %-10s %,9d %,9d %8.2f%%   %-18s",
                scenario.name(),
                assault.tried(),
                assault.succeeded(),
                assault.stoppedPercent(),
                customers.served() + " of " + customers.all());
    }
}
