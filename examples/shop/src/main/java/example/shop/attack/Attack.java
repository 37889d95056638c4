package example.shop.attack;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/** Plays attacks on a shop of this machine while customers use it, and says who got what. */
public final class Attack {

    private static final double SERVED = 99.9;

    private Attack() {}

    /** Ends with 0 if each attack was stopped and customers were served, with 1 if not, with 2 if it could not begin. */
    public static void main(String[] arguments) throws InterruptedException {
        AttackOptions options;
        try {
            options = AttackOptions.read(arguments);
        } catch (IllegalArgumentException wrong) {
            System.err.println("attack: " + wrong.getMessage());
            System.exit(2);
            return;
        }
        Web web = new Web(options.shops());
        if (!web.get("/", Web.BROWSER).isSuccess()) {
            System.err.println("attack: there is no shop at " + options.shops() + "; start one with examples/shop/run");
            System.exit(2);
        }
        System.exit(play(options, web) ? 0 : 1);
    }

    private static boolean play(AttackOptions options, Web web) throws InterruptedException {
        Experience experience = new Experience();
        AttackView view = new AttackView(System.out);
        List<AttackResult> results = new ArrayList<>();
        try (Customers customers = new Customers(web, experience)) {
            customers.begin();
            // The first requests of a process are slow, and say nothing about attacks.
            Thread.sleep(options.time().toMillis() / 2);
            view.begin();
            for (Scenario scenario : Scenarios.all()) {
                if (options.only().isEmpty() || options.only().contains(scenario.name())) {
                    view.aim(scenario);
                    results.add(attack(scenario, web, experience, view, options.time()));
                    view.done(results.get(results.size() - 1));
                }
            }
        }
        return summary(results, experience);
    }

    private static AttackResult attack(
            Scenario scenario, Web web, Experience experience, AttackView view, Duration time)
            throws InterruptedException {
        scenario.prepare(web);
        experience.take();
        Thread.sleep(time.toMillis() / 2);
        Experience.Stretch quiet = experience.take();
        Assault assault = new Assault(scenario, web);
        assault.run(time, () -> view.show(scenario, assault, experience));
        return new AttackResult(scenario, assault, quiet, experience.take());
    }

    private static boolean summary(List<AttackResult> results, Experience experience) {
        List<String> through = results.stream()
                .filter(result -> !result.isStopped())
                .map(result -> result.scenario().name())
                .toList();
        int all =
                sum(results, result -> result.attacked().all() + result.quiet().all());
        int served = sum(
                results, result -> result.attacked().served() + result.quiet().served());
        double percent = all == 0 ? 0 : served * 100.0 / all;
        System.out.printf(
                Locale.ROOT,
                "%n  %d of %d attacks were stopped (99 %% or more of their attempts)%s.%n",
                results.size() - through.size(),
                results.size(),
                through.isEmpty() ? "" : "; not " + String.join(", ", through));
        System.out.printf(
                Locale.ROOT,
                "  Customers: %,d of %,d requests were served (%.2f %%); their browsers solved %d puzzles.%n",
                served,
                all,
                percent,
                experience.puzzles());
        System.out.printf(
                Locale.ROOT,
                "  Median p95 of customers: %.1f ms before attacks, %.1f ms during them.%n%n",
                median(results, result -> result.quiet().p95Micros()) / 1_000.0,
                median(results, result -> result.attacked().p95Micros()) / 1_000.0);
        if (percent < 100) {
            System.out.println("  Answers that were no success: " + experience.failures());
        }
        return through.isEmpty() && percent >= SERVED;
    }

    private static int sum(List<AttackResult> results, ToLongFunction<AttackResult> number) {
        return (int) results.stream().mapToLong(number).sum();
    }

    private static long median(List<AttackResult> results, ToLongFunction<AttackResult> number) {
        long[] sorted = results.stream().mapToLong(number).sorted().toArray();
        return sorted.length == 0 ? 0 : sorted[sorted.length / 2];
    }
}
