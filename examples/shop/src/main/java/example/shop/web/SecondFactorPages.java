package example.shop.web;

import example.shop.factor.SecondFactors;
import example.shop.identity.Account;
import example.shop.identity.Accounts;
import example.shop.security.CurrentCustomer;
import io.nayuki.qrcodegen.QrCode;
import jakarta.servlet.http.HttpServletResponse;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Setting up codes from an app. */
@Controller
final class SecondFactorPages {

    private static final String PAGE = "second-factor";
    private static final int MARGIN = 2;

    private final SecondFactors factors;
    private final Accounts accounts;
    private final CurrentCustomer customer;

    SecondFactorPages(SecondFactors factors, Accounts accounts, CurrentCustomer customer) {
        this.factors = factors;
        this.accounts = accounts;
        this.customer = customer;
    }

    @GetMapping("/account/second-factor")
    String draft(Authentication who, Model model) {
        return show(factors.draft(), who, model);
    }

    private String show(String secret, Authentication who, Model model) {
        Account account = accounts.byId(customer.account(who));
        String address = "otpauth://totp/Millrace:" + URLEncoder.encode(account.email(), StandardCharsets.UTF_8)
                + "?secret=" + secret + "&issuer=Millrace";
        QrCode code = QrCode.encodeText(address, QrCode.Ecc.MEDIUM);
        model.addAttribute("secret", secret);
        model.addAttribute("size", code.size + 2 * MARGIN);
        model.addAttribute("modules", path(code));
        model.addAttribute("has", factors.has(account.id()));
        return PAGE;
    }

    /** Draws the dark modules as one path of an SVG. */
    private static String path(QrCode code) {
        StringBuilder path = new StringBuilder();
        for (int y = 0; y < code.size; y++) {
            for (int x = 0; x < code.size; x++) {
                if (code.getModule(x, y)) {
                    path.append('M')
                            .append(x + MARGIN)
                            .append(',')
                            .append(y + MARGIN)
                            .append("h1v1h-1z");
                }
            }
        }
        return path.toString();
    }

    @PostMapping("/account/second-factor")
    String enrol(
            @RequestParam("secret") String secret,
            @RequestParam("code") String code,
            Authentication who,
            HttpServletResponse response,
            Model model) {
        Optional<SecondFactors.New> made = factors.enrol(customer.account(who), secret, code);
        if (made.isEmpty()) {
            response.setStatus(HttpStatus.BAD_REQUEST.value());
            model.addAttribute("problem", "That code was not right. Type the one that your app shows now.");
            return show(secret, who, model);
        }
        model.addAttribute("codes", made.get().recoveryCodes());
        return "recovery-codes";
    }
}
