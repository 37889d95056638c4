package example.shop.web;

import example.shop.Rejection;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;

/** Says on a page what the shop does not do. */
@ControllerAdvice(annotations = Controller.class)
final class Problems {

    private static final String PROBLEM = "problem-page";

    private final VisitorAdvice visitors;

    Problems(VisitorAdvice visitors) {
        this.visitors = visitors;
    }

    @ExceptionHandler
    String rejected(
            Rejection rejection,
            HttpServletRequest request,
            HttpServletResponse response,
            Model model,
            @Nullable Authentication who) {
        response.setStatus(rejection.kind().status());
        model.addAttribute("visitor", visitors.visitor(request, who));
        model.addAttribute("problem", rejection.sentence());
        return PROBLEM;
    }
}
