package example.shop.api;

import example.shop.identity.Accounts;
import example.shop.login.PasswordChange;
import example.shop.security.CurrentCustomer;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** A customer's own account. */
@RestController
final class AccountApi {

    record NewPassword(String present, String password) {

        @Override
        public String toString() {
            return "NewPassword";
        }
    }

    private final Accounts accounts;
    private final PasswordChange passwords;
    private final CurrentCustomer customer;

    AccountApi(Accounts accounts, PasswordChange passwords, CurrentCustomer customer) {
        this.accounts = accounts;
        this.passwords = passwords;
        this.customer = customer;
    }

    @PostMapping("/api/v1/account/password")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void changePassword(@RequestBody NewPassword typed, Authentication who) {
        passwords.change(accounts.byId(customer.account(who)), typed.present(), typed.password());
    }
}
