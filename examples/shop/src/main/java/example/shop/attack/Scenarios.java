package example.shop.attack;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;

/** The attacks that are played. Each has addresses of its own, and as many as such an attack has in the wild for its size. */
final class Scenarios {

    private static final int PRODUCTS = 240;
    private static final String PASSWORD = "Hoarder-of-cups-77";
    private static final String LOGIN = "/api/v1/login";

    /** A new name for each run, since the shop remembers accounts. */
    private static final String RUN = Long.toString(System.currentTimeMillis(), Character.MAX_RADIX);

    private record Plain(String name, String aim, int perSecond, BiPredicate<Integer, Web> attempt)
            implements Scenario {
        @Override
        public boolean succeeds(int number, Web web) {
            return attempt.test(number, web);
        }
    }

    private Scenarios() {}

    static List<Scenario> all() {
        return List.of(
                new Plain(
                        "stuffing",
                        "test stolen passwords, one for each account, from 200 addresses",
                        300,
                        (n, web) ->
                                tested(web, Sender.at("10.1.0." + n % 200, Web.BROWSER), "victim" + n, "stolen-" + n)),
                new Plain(
                        "spraying",
                        "test three common passwords on all accounts, from 40 addresses",
                        300,
                        (n, web) -> tested(
                                web,
                                Sender.at("10.2.0." + n % 40, Web.BROWSER),
                                "victim" + n / 3,
                                "Common-pass-" + n % 3)),
                new Scraping(),
                new Hoarding(),
                new Plain("sign-ups", "make fake accounts, from 100 addresses", 300, Scenarios::signsUp),
                new Plain(
                        "flood",
                        "keep the shop busy, from 200 addresses",
                        2_000,
                        (n, web) -> web.get(
                                        n % 2 == 0 ? "/" : "/search?q=tea" + n,
                                        Sender.at("10.6.0." + n % 200, Web.TOOL).headers())
                                .isSuccess()));
    }

    /** Returns whether the shop looked at the password, right or wrong. */
    private static boolean tested(Web web, Sender sender, String account, String password) {
        String json = "{\"email\":\"" + account + "@example.com\",\"password\":\"" + password + "\"}";
        int status = web.post(LOGIN, json, sender.headers()).status();
        return status == 200 || status == 401;
    }

    private static boolean signsUp(int number, Web web) {
        Sender sender = Sender.at("10.5.0." + number % 100, Web.BROWSER);
        return signUp("fake-" + RUN + "-" + number, sender, web).isSuccess();
    }

    private static Reply signUp(String name, Sender sender, Web web) {
        String json = "{\"email\":\"" + name + "@example.com\",\"name\":\"Fake\",\"password\":\"" + PASSWORD + "\"}";
        return web.post("/api/v1/accounts", json, sender.headers());
    }

    /** Asks from each address for the products that it does not have yet, again and again. */
    private static final class Scraping implements Scenario {

        private static final int ADDRESSES = 3;

        private final List<Queue<Integer>> missing = new ArrayList<>();

        @Override
        public String name() {
            return "scraping";
        }

        @Override
        public String aim() {
            return "copy all prices, from 3 addresses";
        }

        @Override
        public int perSecond() {
            return 400;
        }

        @Override
        public void prepare(Web web) {
            for (int i = 0; i < ADDRESSES; i++) {
                missing.add(new ConcurrentLinkedQueue<>(
                        IntStream.rangeClosed(1, PRODUCTS).boxed().toList()));
            }
        }

        @Override
        public boolean succeeds(int number, Web web) {
            int address = number % ADDRESSES;
            Integer product = missing.get(address).poll();
            if (product == null) {
                return true;
            }
            Sender sender = Sender.at("10.3.0." + address, Web.BROWSER);
            boolean got = web.get("/product/" + product, sender.headers()).isSuccess();
            if (!got) {
                missing.get(address).add(product);
            }
            return got;
        }
    }

    /** Takes goods off the shelf without paying, with four accounts. */
    private static final class Hoarding implements Scenario {

        private static final int ACCOUNTS = 4;

        private final List<Sender> accounts = new ArrayList<>();
        private final AtomicInteger product = new AtomicInteger();

        @Override
        public String name() {
            return "hoarding";
        }

        @Override
        public String aim() {
            return "reserve stock and never pay, with 4 accounts";
        }

        @Override
        public int perSecond() {
            return 100;
        }

        @Override
        public void prepare(Web web) {
            for (int i = 0; i < ACCOUNTS; i++) {
                Sender sender = Sender.at("10.4.0." + i, Web.BROWSER);
                String name = "hoarder-" + RUN + "-" + i;
                Reply first = signUp(name, sender, web);
                Reply made = first.puzzle()
                        .map(puzzle -> signUp(name, sender.with(Puzzles.solve(puzzle)), web))
                        .orElse(first);
                if (!made.isSuccess()) {
                    throw new IllegalStateException("a hoarder cannot sign up: " + made);
                }
                accounts.add(sender.with("Authorization", "Bearer " + made.field("accessToken")));
            }
        }

        @Override
        public boolean succeeds(int number, Web web) {
            Map<String, String> headers = accounts.get(number % ACCOUNTS).headers();
            int wanted = product.getAndIncrement() % PRODUCTS + 1;
            Reply order = web.post("/api/v1/orders", "{\"quantities\":{\"" + wanted + "\":10}}", headers);
            return order.isSuccess()
                    && web.post("/api/v1/checkout", "{\"order\":" + order.field("id") + "}", headers)
                            .isSuccess();
        }
    }
}
