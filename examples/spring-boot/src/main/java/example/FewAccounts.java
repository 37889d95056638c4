package example;

import java.util.Map;
import org.springframework.stereotype.Component;

/** Stands for a table of a database. */
@Component
class FewAccounts implements Accounts {

    @Override
    public Map<String, String> tiers() {
        return Map.of("partner", "premium");
    }
}
