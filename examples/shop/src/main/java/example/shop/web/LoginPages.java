package example.shop.web;

import example.shop.login.LoginStep;
import example.shop.login.Logins;
import example.shop.security.Clients;
import example.shop.security.CurrentSession;
import example.shop.security.ShopCookies;
import example.shop.session.ActiveSessions;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Logging in and out. */
@Controller
final class LoginPages {

    private static final String LOGIN = "login";
    private static final String PROBLEM = "problem";
    private static final String NEXT = "next";

    private final Logins logins;
    private final Clients clients;
    private final ShopCookies cookies;
    private final ActiveSessions sessions;

    LoginPages(Logins logins, Clients clients, ShopCookies cookies, ActiveSessions sessions) {
        this.logins = logins;
        this.clients = clients;
        this.cookies = cookies;
        this.sessions = sessions;
    }

    @GetMapping("/login")
    String form(@RequestParam(name = NEXT, defaultValue = "/") String next, Model model) {
        model.addAttribute(NEXT, next);
        return LOGIN;
    }

    @PostMapping("/login")
    String login(
            @RequestParam("email") String email,
            @RequestParam("password") String password,
            @RequestParam(name = NEXT, defaultValue = "/") String next,
            HttpServletRequest request,
            HttpServletResponse response,
            Model model) {
        try {
            LoginStep step = logins.password(email, password, clients.of(request, response));
            if (step instanceof LoginStep.CodeNeeded needed) {
                cookies.writeTicket(needed.ticket(), request, response);
                model.addAttribute(NEXT, next);
                return "code";
            }
            return done((LoginStep.Done) step, next, request, response);
        } catch (AuthenticationException wrong) {
            response.setStatus(HttpStatus.UNAUTHORIZED.value());
            model.addAttribute(PROBLEM, "E-mail or password is wrong.");
            model.addAttribute("email", email);
            model.addAttribute(NEXT, next);
            return LOGIN;
        }
    }

    @PostMapping("/login/code")
    String code(
            @RequestParam("code") String code,
            @RequestParam(name = NEXT, defaultValue = "/") String next,
            HttpServletRequest request,
            HttpServletResponse response,
            Model model) {
        String ticket = cookies.ticket(request).orElse("");
        cookies.writeTicket("", request, response);
        try {
            return done(logins.code(ticket, code, clients.of(request, response)), next, request, response);
        } catch (AuthenticationException wrong) {
            response.setStatus(HttpStatus.UNAUTHORIZED.value());
            model.addAttribute(PROBLEM, "That code was not right. Please begin again with your password.");
            model.addAttribute(NEXT, next);
            return LOGIN;
        }
    }

    private String done(LoginStep.Done done, String next, HttpServletRequest request, HttpServletResponse response) {
        cookies.write(done.tokens(), request, response);
        return "redirect:" + (next.startsWith("/") && !next.startsWith("//") && !next.contains("\\") ? next : "/");
    }

    @PostMapping("/logout")
    String logout(@Nullable Authentication who, HttpServletRequest request, HttpServletResponse response) {
        CurrentSession.of(who).ifPresent(session -> sessions.end(session.account(), session.id()));
        cookies.removeTokens(request, response);
        return "redirect:/";
    }
}
