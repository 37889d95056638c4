package example;

import io.weir.spring.RateLimited;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** A small shop; its limits are in application.yml. */
@SpringBootApplication
@EnableScheduling
@RestController
public class Shop {

    public static void main(String[] arguments) {
        SpringApplication.run(Shop.class, arguments);
    }

    @GetMapping("/api/v1/products")
    public String products() {
        return "tea, coffee\n";
    }

    @PostMapping("/api/v1/orders")
    public String order() {
        return "ordered\n";
    }

    @GetMapping("/api/v1/invoices/{customer}")
    @RateLimited(limit = "3/min", key = "customer")
    public String invoices(@PathVariable String customer) {
        return "invoices of " + customer + "\n";
    }
}
