package example.shop.web;

import io.weir.guard.challenge.ProofOfWork;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;

/** The script that solves challenges, and what people see who may not open a page. */
@Controller
final class OtherPages {

    private static final String SOLVER = ProofOfWork.solverScript();

    @GetMapping("/scripts/solver.js")
    ResponseEntity<String> solver() {
        return ResponseEntity.ok()
                .contentType(MediaType.valueOf("text/javascript;charset=UTF-8"))
                .cacheControl(CacheControl.maxAge(java.time.Duration.ofHours(1)))
                .body(SOLVER);
    }

    /** Security leads here, with the method of the request that it refused. */
    @RequestMapping("/forbidden")
    String forbidden(@Nullable Authentication who, HttpServletResponse response, Model model) {
        response.setStatus(HttpStatus.FORBIDDEN.value());
        boolean isAdmin =
                who != null && who.getAuthorities().stream().anyMatch(each -> "ROLE_ADMIN".equals(each.getAuthority()));
        model.addAttribute(
                "problem",
                isAdmin
                        ? "Administrators need a second factor. Set it up on the page of your account, then log in again."
                        : "This is not open to you, or the form was too old. Go back and try again.");
        return "problem-page";
    }
}
