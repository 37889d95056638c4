package example.shop;

import example.shop.factor.SecondFactors;
import example.shop.identity.Account;
import example.shop.identity.Accounts;
import example.shop.identity.NewAccount;
import example.shop.identity.Role;
import io.weir.memory.MemoryStore;
import io.weir.store.Store;
import io.weir.time.ManualTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.DelegatingPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;

/** The shop that all tests share: started once, with time that stands still until a test moves it. */
final class OpenShop {

    static final String PASSWORD = "Mill-race-wheel-1848";

    private static final AtomicInteger PEOPLE = new AtomicInteger();
    private static @Nullable OpenShop shared;

    /** Replaces the two things that tell time, and makes testing a password as fast as it must not be elsewhere. */
    @Configuration(proxyBeanMethods = false)
    static class StandingTime {

        @Bean
        ManualTime time() {
            return ManualTime.create();
        }

        @Bean
        Store store(ManualTime time) {
            return new MemoryStore(time);
        }

        @Bean
        @Primary
        PasswordEncoder fastPasswords() {
            return new DelegatingPasswordEncoder("bcrypt", Map.of("bcrypt", new BCryptPasswordEncoder(4)));
        }

        @Bean
        @Primary
        Clock standingClock(ManualTime time) {
            long start = time.nowMicros();
            Instant begin = Instant.now().truncatedTo(ChronoUnit.SECONDS);
            return new MovedClock(() -> begin.plus(time.nowMicros() - start, ChronoUnit.MICROS));
        }
    }

    private static final class MovedClock extends Clock {

        private final InstantSource source;

        MovedClock(InstantSource source) {
            this.source = source;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return source.instant();
        }
    }

    private final ConfigurableApplicationContext context;

    private OpenShop(ConfigurableApplicationContext context) {
        this.context = context;
    }

    static synchronized OpenShop get() {
        if (shared == null) {
            shared = start();
        }
        return shared;
    }

    private static OpenShop start() {
        try {
            Path data = Files.createTempDirectory(Path.of("target"), "shop");
            SpringApplication application = new SpringApplication(Shop.class, StandingTime.class);
            ConfigurableApplicationContext context = application.run(
                    "--server.port=0",
                    "--shop.data=" + data.toAbsolutePath(),
                    "--spring.datasource.url=jdbc:h2:mem:shop;DB_CLOSE_DELAY=-1",
                    "--logging.level.root=warn");
            return new OpenShop(context);
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    String url() {
        return "http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port");
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    ManualTime time() {
        return bean(ManualTime.class);
    }

    Instant now() {
        return bean(Clock.class).instant();
    }

    /** Returns a customer whom no other test knows; the password is {@link #PASSWORD}. */
    Account newCustomer() {
        String email = "customer-" + PEOPLE.incrementAndGet() + "@example.com";
        return bean(Accounts.class).signUp(new NewAccount(email, "Carla Customer", PASSWORD));
    }

    Account newAdmin() {
        String email = "boss-" + PEOPLE.incrementAndGet() + "@example.com";
        return bean(Accounts.class).add(new NewAccount(email, "Adele Boss", PASSWORD), Role.ADMIN);
    }

    SecondFactors.New newSecondFactor(Account account) {
        SecondFactors factors = bean(SecondFactors.class);
        return factors.enrol(account.id(), factors.draft());
    }
}
