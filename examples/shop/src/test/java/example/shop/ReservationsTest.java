package example.shop;

import static org.assertj.core.api.Assertions.assertThat;

import example.shop.catalogue.Catalogue;
import example.shop.orders.Reservations;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Stock is kept for ten minutes, for few orders at a time, and comes back by itself. */
final class ReservationsTest {

    private final OpenShop shop = OpenShop.get();
    private final ApiClient client = new ApiClient(shop);

    @BeforeEach
    void logIn() {
        shop.time().advance(Duration.ofHours(1));
        shop.bean(Reservations.class).endExpired();
        client.loggedIn(shop.newCustomer().email());
    }

    private int stock(int product) {
        return shop.bean(Catalogue.class).product(product).stock();
    }

    private static String state(HttpResponse<String> response) {
        return ApiClient.json(response).path("state").asString("");
    }

    @Test
    void aPaidOrderKeepsItsStock() {
        int before = stock(101);
        long order = client.order(101, 2);
        assertThat(stock(101)).isEqualTo(before);
        assertThat(state(client.checkOut(order))).isEqualTo("reserved");
        assertThat(stock(101)).isEqualTo(before - 2);
        assertThat(state(client.pay(order))).isEqualTo("paid");
        shop.time().advance(Duration.ofHours(1));
        shop.bean(Reservations.class).endExpired();
        assertThat(stock(101)).isEqualTo(before - 2);
    }

    @Test
    void aReservationEndsAfterTenMinutesAndAskingAgainDoesNotProlongIt() {
        int before = stock(102);
        long order = client.order(102, 3);
        client.checkOut(order);
        shop.time().advance(Duration.ofMinutes(9));
        assertThat(state(client.checkOut(order))).isEqualTo("reserved");
        shop.time().advance(Duration.ofMinutes(1));
        assertThat(client.pay(order).statusCode()).isEqualTo(409);
        shop.bean(Reservations.class).endExpired();
        assertThat(stock(102)).isEqualTo(before);
    }

    @Test
    void aCustomerHasThreeReservationsAtMost() {
        for (int i = 0; i < 3; i++) {
            assertThat(client.checkOut(client.order(103, 1)).statusCode()).isEqualTo(200);
        }
        assertThat(client.checkOut(client.order(103, 1)).statusCode()).isEqualTo(409);
        shop.time().advance(Duration.ofMinutes(10));
        assertThat(client.checkOut(client.order(103, 1)).statusCode()).isEqualTo(200);
    }

    @Test
    void aDeviceHasFiveReservationsAtMostWhoeverIsLoggedInThere() {
        for (int i = 0; i < 3; i++) {
            client.checkOut(client.order(104, 1));
        }
        ApiClient other = client.loggedIn(shop.newCustomer().email());
        assertThat(other.checkOut(other.order(104, 1)).statusCode()).isEqualTo(200);
        assertThat(other.checkOut(other.order(104, 1)).statusCode()).isEqualTo(200);
        assertThat(other.checkOut(other.order(104, 1)).statusCode()).isEqualTo(409);
    }

    @Test
    void customersWithoutCookiesCountByTheirOwnAddressesBehindOneProxy() {
        for (int i = 0; i < 7; i++) {
            ApiClient other = new ApiClient(shop).loggedIn(shop.newCustomer().email());
            other.forgetCookies();
            assertThat(other.checkOut(other.order(107, 1)).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void nobodySellsMoreThanThereIs() {
        int stock = stock(105);
        for (int sold = 0; sold + 10 <= stock - 5; sold += 10) {
            shop.bean(Catalogue.class).take(105, 10);
        }
        long order = client.order(105, 10);
        long next = client.order(105, 10);
        assertThat(client.checkOut(order).statusCode()).isEqualTo(200);
        assertThat(client.checkOut(next).statusCode()).isEqualTo(409);
        assertThat(stock(105)).isNotNegative();
    }

    @Test
    void checkOutsAtTheSameTimeDoNotExceedTheNumber() throws Exception {
        List<Long> orders = Stream.generate(() -> client.order(106, 1)).limit(8).toList();
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Callable<Integer>> calls = orders.stream()
                    .<Callable<Integer>>map(
                            order -> () -> client.checkOut(order).statusCode())
                    .toList();
            int reserved = 0;
            for (Future<Integer> status : threads.invokeAll(calls)) {
                reserved += status.get() == 200 ? 1 : 0;
            }
            assertThat(reserved).isEqualTo(3);
        } finally {
            threads.shutdown();
        }
    }
}
