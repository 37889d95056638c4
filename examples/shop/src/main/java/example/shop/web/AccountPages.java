package example.shop.web;

import example.shop.Rejection;
import example.shop.factor.SecondFactors;
import example.shop.identity.Account;
import example.shop.identity.Accounts;
import example.shop.identity.Devices;
import example.shop.login.PasswordChange;
import example.shop.orders.Orders;
import example.shop.security.CurrentCustomer;
import example.shop.security.CurrentSession;
import example.shop.security.ShopCookies;
import example.shop.session.ActiveSessions;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** What belongs to a customer: orders, sessions, devices, the password. */
@Controller
final class AccountPages {

    private static final String ACCOUNT = "redirect:/account";

    private final Accounts accounts;
    private final PasswordChange passwords;
    private final Orders orders;
    private final ActiveSessions sessions;
    private final Devices devices;
    private final SecondFactors factors;
    private final OwnKeys keys;
    private final CurrentCustomer customer;
    private final ShopCookies cookies;

    AccountPages(
            Accounts accounts,
            PasswordChange passwords,
            Orders orders,
            ActiveSessions sessions,
            Devices devices,
            SecondFactors factors,
            OwnKeys keys,
            CurrentCustomer customer,
            ShopCookies cookies) {
        this.accounts = accounts;
        this.passwords = passwords;
        this.orders = orders;
        this.sessions = sessions;
        this.devices = devices;
        this.factors = factors;
        this.keys = keys;
        this.customer = customer;
        this.cookies = cookies;
    }

    @GetMapping("/account")
    String account(Authentication who, Model model) {
        return show(who, model);
    }

    private String show(Authentication who, Model model) {
        Account account = accounts.byId(customer.account(who));
        model.addAttribute("account", account);
        model.addAttribute("orders", orders.ofAccount(account.id()));
        model.addAttribute("sessions", sessions.of(account.id()));
        CurrentSession.of(who).ifPresent(session -> model.addAttribute("here", session));
        model.addAttribute("devices", devices.of(account.id()));
        model.addAttribute("keys", keys.of(account.id()));
        model.addAttribute("hasSecondFactor", factors.has(account.id()));
        return "account";
    }

    @PostMapping("/account/sessions/end")
    String endSession(@RequestParam("id") String id, Authentication who) {
        sessions.end(customer.account(who), id);
        return ACCOUNT;
    }

    @PostMapping("/account/devices/forget")
    String forgetDevice(@RequestParam("id") String id, Authentication who) {
        sessions.endOfDevice(customer.account(who), id);
        devices.forget(customer.account(who), id);
        return ACCOUNT;
    }

    @PostMapping("/account/password")
    String changePassword(
            @RequestParam("old") String old,
            @RequestParam("password") String chosen,
            Authentication who,
            HttpServletRequest request,
            HttpServletResponse response,
            Model model) {
        Account account = accounts.byId(customer.account(who));
        try {
            passwords.change(account, old, chosen);
        } catch (Rejection refused) {
            response.setStatus(refused.kind().status());
            model.addAttribute("problem", refused.sentence());
            return show(who, model);
        }
        cookies.removeTokens(request, response);
        return "redirect:/login?changed";
    }
}
