package example;

import io.weir.policy.Classifier;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.Request;
import java.util.Map;
import java.util.Optional;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Looks up the tier of a caller. Requests do not wait for the database: they read the tiers that were loaded last. */
@Component
class AccountTiers implements Classifier {

    private final Accounts accounts;
    private volatile Map<String, String> tiers;

    AccountTiers(Accounts accounts) {
        this.accounts = accounts;
        this.tiers = accounts.tiers();
    }

    @Scheduled(fixedDelay = 60_000, initialDelay = 60_000)
    void refresh() {
        tiers = accounts.tiers();
    }

    @Override
    public Request classify(Request request) {
        Caller caller = request.caller();
        Optional<String> tier = caller.user().or(caller::apiKey).map(tiers::get);
        return tier.isPresent() ? request.withCaller(caller.withTier(tier.get())) : request;
    }
}
