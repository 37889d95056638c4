package example.shop;

import java.nio.file.Path;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings of the shop under {@code shop}.
 *
 * @param data the folder of the secrets, and of the database if no other one is named
 * @param reservation how long stock is kept for an order that is not paid
 */
@ConfigurationProperties("shop")
public record ShopSettings(
        @DefaultValue("data") Path data,
        @DefaultValue("10m") Duration reservation,
        @DefaultValue("15m") Duration accessToken,
        @DefaultValue("30d") Duration refreshToken) {}
