package example.shop.attack;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the command line says.
 *
 * @param shops the instances, which are asked in turn
 * @param time how long each attack lasts, and half of it quiet before each
 * @param only the attacks to play; empty for all
 */
record AttackOptions(List<URI> shops, Duration time, Set<String> only) {

    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final int LONGEST_SECONDS = 60;

    /** Reads the options; throws an {@link IllegalArgumentException} that says what to write instead. */
    static AttackOptions read(String... arguments) {
        List<URI> shops = new ArrayList<>();
        Duration time = Duration.ofSeconds(20);
        Set<String> only = Set.of();
        for (int i = 0; i < arguments.length; i += 2) {
            Optional<String> value = i + 1 < arguments.length ? Optional.of(arguments[i + 1]) : Optional.empty();
            String text = value.orElseThrow(() -> new IllegalArgumentException("each option needs a value"));
            switch (arguments[i]) {
                case "--shop" -> shops.add(shop(text));
                case "--seconds" -> time = seconds(text);
                case "--only" -> only = Set.of(text.split(",", -1));
                default ->
                    throw new IllegalArgumentException(
                            "there is no option " + arguments[i] + "; write --shop, --seconds or --only");
            }
        }
        return new AttackOptions(shops.isEmpty() ? List.of(shop("http://localhost:8080")) : shops, time, only);
    }

    private static URI shop(String text) {
        URI shop = URI.create(text);
        if (!"http".equals(shop.getScheme()) || !LOOPBACK.contains(String.valueOf(shop.getHost()))) {
            throw new IllegalArgumentException(
                    "only a shop on this machine is attacked, such as http://localhost:8080");
        }
        return shop;
    }

    private static Duration seconds(String text) {
        int seconds = Integer.parseInt(text);
        if (seconds < 2 || seconds > LONGEST_SECONDS) {
            throw new IllegalArgumentException("an attack lasts 2 to " + LONGEST_SECONDS + " seconds");
        }
        return Duration.ofSeconds(seconds);
    }
}
