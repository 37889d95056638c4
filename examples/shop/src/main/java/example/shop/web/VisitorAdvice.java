package example.shop.web;

import example.shop.security.CurrentSession;
import example.shop.security.ShopCookies;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ModelAttribute;

/** Tells every page who its visitor is. */
@ControllerAdvice(annotations = Controller.class)
final class VisitorAdvice {

    private final ShopCookies cookies;

    VisitorAdvice(ShopCookies cookies) {
        this.cookies = cookies;
    }

    @ModelAttribute("visitor")
    Visitor visitor(HttpServletRequest request, @Nullable Authentication who) {
        boolean isAdmin =
                who != null && who.getAuthorities().stream().anyMatch(each -> "ROLE_ADMIN".equals(each.getAuthority()));
        return new Visitor(
                CurrentSession.of(who).map(CurrentSession::name),
                isAdmin,
                cookies.cart(request).size());
    }
}
