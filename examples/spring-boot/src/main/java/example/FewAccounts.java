package example;

import java.util.Map;
import org.springframework.stereotype.Component;

/** A fixed set of accounts in place of a database table. */
@Component
class FewAccounts implements Accounts {

    @Override
    public Map<String, String> tiers() {
        return Map.of("partner", "premium");
    }
}
