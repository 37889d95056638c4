package example.shop.session;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import example.shop.ShopSettings;
import example.shop.identity.Account;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2TokenValidatorResult;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtClaimsSet;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtEncoderParameters;
import org.springframework.security.oauth2.jwt.JwtIssuerValidator;
import org.springframework.security.oauth2.jwt.JwtTimestampValidator;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusJwtEncoder;

/** Access tokens: who somebody is and how they proved it, signed (RS256), for 15 minutes. */
@Configuration(proxyBeanMethods = false)
public class AccessTokens {

    /** The claim that names the session. */
    public static final String SESSION = "sid";

    /** The claim with the factors. */
    public static final String FACTORS = "amr";

    public static final String ROLE = "role";
    public static final String NAME = "name";
    public static final String DEVICE = "device";

    private static final String ISSUER = "urn:example:shop";
    private static final String TIER = "tier";

    private final SigningKey signingKey;
    private final ShopSettings settings;
    private final Clock clock;
    private final NimbusJwtEncoder encoder;

    public AccessTokens(SigningKey signingKey, ShopSettings settings, Clock clock) {
        this.signingKey = signingKey;
        this.settings = settings;
        this.clock = clock;
        this.encoder = new NimbusJwtEncoder(new ImmutableJWKSet<>(new JWKSet(signingKey.key())));
    }

    String issue(Account account, Session session) {
        Instant now = clock.instant();
        JwtClaimsSet claims = JwtClaimsSet.builder()
                .issuer(ISSUER)
                .subject(account.subject())
                .issuedAt(now)
                .expiresAt(now.plus(settings.accessToken()))
                .claim(SESSION, session.id())
                .claim(DEVICE, session.device())
                .claim(FACTORS, List.of(session.factors().split(",", -1)))
                .claim(ROLE, account.role().name())
                .claim(NAME, account.name())
                .claim(TIER, account.tier())
                .build();
        return encoder.encode(JwtEncoderParameters.from(claims)).getTokenValue();
    }

    /** A token of a session that has ended is refused, so that a log-out or a new password is in force at once. */
    @Bean
    JwtDecoder jwtDecoder(ActiveSessions sessions) throws JOSEException {
        JwtTimestampValidator times = new JwtTimestampValidator(java.time.Duration.ofSeconds(5));
        times.setClock(clock);
        OAuth2TokenValidator<Jwt> active = token -> sessions.isActive(token.getClaimAsString(SESSION))
                ? OAuth2TokenValidatorResult.success()
                : OAuth2TokenValidatorResult.failure(new OAuth2Error("invalid_token", "the session has ended", null));
        NimbusJwtDecoder decoder = NimbusJwtDecoder.withPublicKey(
                        signingKey.key().toRSAPublicKey())
                .signatureAlgorithm(SignatureAlgorithm.RS256)
                .build();
        decoder.setJwtValidator(new DelegatingOAuth2TokenValidator<>(times, new JwtIssuerValidator(ISSUER), active));
        return decoder;
    }
}
