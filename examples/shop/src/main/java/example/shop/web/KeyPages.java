package example.shop.web;

import example.shop.security.CurrentCustomer;
import io.weir.guard.key.admin.NewKey;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Makes and revokes own API keys. */
@Controller
final class KeyPages {

    private final OwnKeys keys;
    private final CurrentCustomer customer;

    KeyPages(OwnKeys keys, CurrentCustomer customer) {
        this.keys = keys;
        this.customer = customer;
    }

    /** Shows the secret in the answer to this request, and never again. */
    @PostMapping("/account/keys")
    String make(@RequestParam("name") String name, Authentication who, Model model) {
        NewKey made = keys.make(customer.account(who), name);
        model.addAttribute("name", made.key().terms().name());
        model.addAttribute("secret", made.secret().reveal());
        return "new-key";
    }

    @PostMapping("/account/keys/revoke")
    String revoke(@RequestParam("id") String id, Authentication who) {
        keys.revoke(customer.account(who), id);
        return "redirect:/account";
    }
}
