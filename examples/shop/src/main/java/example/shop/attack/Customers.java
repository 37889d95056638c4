package example.shop.attack;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * People who use the shop all the time: six customers who order and pay, one of whom logs in again and again on a device that is
 * known, and six visitors who look around. Their browsers solve puzzles if they are asked to.
 */
final class Customers implements AutoCloseable {

    private static final int EACH = 6;
    private static final int PRODUCTS = 240;
    private static final String PASSWORD = "Mill-race-wheel-1848";

    private final Web web;
    private final Experience experience;
    private final CountDownLatch over = new CountDownLatch(1);
    private final List<Thread> threads = new ArrayList<>();
    private final String run = Long.toString(System.currentTimeMillis(), Character.MAX_RADIX);

    Customers(Web web, Experience experience) {
        this.web = web;
        this.experience = experience;
    }

    /** Signs the customers up, each at home, and lets all begin. */
    void begin() {
        for (int i = 0; i < EACH; i++) {
            String email = "customer-" + run + "-" + i + "@example.com";
            Sender home = Sender.at("203.0.113." + i, Web.BROWSER);
            solving(
                    "/api/v1/accounts",
                    "{\"email\":\"" + email + "\",\"name\":\"C\",\"password\":\"" + PASSWORD + "\"}",
                    home);
            Reply login = logIn(email, home);
            if (!login.isSuccess()) {
                throw new IllegalStateException("a customer cannot log in before any attack: " + login);
            }
            Sender known = login.deviceCookie()
                    .map(cookie -> home.with("Cookie", cookie))
                    .orElse(home);
            Sender customer = known.with("Authorization", "Bearer " + login.field("accessToken"));
            boolean logsInAgain = i == 0;
            start(() -> order(customer, logsInAgain ? Optional.of(email) : Optional.empty(), known));
            Sender visitor = Sender.at("203.0.113." + (100 + i), Web.BROWSER);
            start(() -> look(visitor));
        }
    }

    private void start(Runnable round) {
        Thread thread = new Thread(() -> {
            while (!isOver(0)) {
                round.run();
            }
        });
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    private Reply logIn(String email, Sender sender) {
        return solving("/api/v1/login", "{\"email\":\"" + email + "\",\"password\":\"" + PASSWORD + "\"}", sender);
    }

    private void look(Sender visitor) {
        experience.of(get("/", visitor));
        pause();
        experience.of(get("/search?q=kettle", visitor));
        pause();
        experience.of(get("/product/" + (ThreadLocalRandom.current().nextInt(12) + 1), visitor));
        pause();
    }

    private void order(Sender customer, Optional<String> email, Sender known) {
        experience.of(get("/api/v1/products", customer));
        pause();
        int product = ThreadLocalRandom.current().nextInt(PRODUCTS) + 1;
        Reply order = solving("/api/v1/orders", "{\"quantities\":{\"" + product + "\":1}}", customer);
        experience.of(order);
        pause();
        experience.of(solving("/api/v1/checkout", "{\"order\":" + order.field("id") + "}", customer));
        pause();
        String payment = "{\"order\":" + order.field("id") + ",\"card\":\"4242 4242 4242 4242\"}";
        experience.of(solving("/api/v1/payments", payment, customer));
        pause();
        email.ifPresent(name -> experience.of(logIn(name, known)));
        for (int i = 0; i < 3; i++) {
            pause();
            experience.of(get("/api/v1/orders", customer));
        }
        pause();
    }

    private Reply get(String path, Sender sender) {
        return solved(
                web.get(path, sender.headers()),
                answer -> web.get(path, sender.with(answer).headers()));
    }

    private Reply solving(String path, String json, Sender sender) {
        return solved(
                web.post(path, json, sender.headers()),
                answer -> web.post(path, json, sender.with(answer).headers()));
    }

    private Reply solved(Reply first, Function<Puzzles.Answer, Reply> again) {
        return first.puzzle()
                .map(puzzle -> {
                    experience.solved();
                    return again.apply(Puzzles.solve(puzzle));
                })
                .orElse(first);
    }

    /** Pauses like somebody who reads, but faster, so that there is much to measure. */
    private void pause() {
        double spread = Math.exp(ThreadLocalRandom.current().nextGaussian() * 0.6);
        isOver(Math.min(4_000, (long) (900 * spread)));
    }

    private boolean isOver(long millis) {
        try {
            return over.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException stopped) {
            return true;
        }
    }

    @Override
    public void close() {
        over.countDown();
        for (Thread thread : threads) {
            try {
                thread.join(11_000);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
