package example.shop.web;

import example.shop.Rejection;
import example.shop.identity.Account;
import example.shop.identity.Accounts;
import example.shop.identity.NewAccount;
import example.shop.login.Logins;
import example.shop.security.Clients;
import example.shop.security.Honeypot;
import example.shop.security.ShopCookies;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Becoming a customer. */
@Controller
final class SignUpPages {

    private static final String SIGN_UP = "sign-up";

    private final Accounts accounts;
    private final Logins logins;
    private final Clients clients;
    private final ShopCookies cookies;
    private final Honeypot honeypot;

    SignUpPages(Accounts accounts, Logins logins, Clients clients, ShopCookies cookies, Honeypot honeypot) {
        this.accounts = accounts;
        this.logins = logins;
        this.clients = clients;
        this.cookies = cookies;
        this.honeypot = honeypot;
    }

    @GetMapping("/sign-up")
    String form(Model model) {
        model.addAttribute("draft", new NewAccount("", "", ""));
        return SIGN_UP;
    }

    /** @param website a field that people do not see */
    @PostMapping("/sign-up")
    String signUp(
            @ModelAttribute("draft") NewAccount draft,
            @RequestParam(name = "website", defaultValue = "") String website,
            HttpServletRequest request,
            HttpServletResponse response,
            Model model) {
        try {
            honeypot.requireEmpty(website, request);
            Account made = accounts.signUp(draft);
            cookies.write(logins.signedUp(made, clients.of(request, response)).tokens(), request, response);
            return "redirect:/account";
        } catch (Rejection refused) {
            response.setStatus(refused.kind().status());
            model.addAttribute("problem", refused.sentence());
            return SIGN_UP;
        }
    }
}
