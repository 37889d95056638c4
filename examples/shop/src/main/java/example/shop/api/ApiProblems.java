package example.shop.api;

import example.shop.Rejection;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Says in problem details what the shop does not do. */
@RestControllerAdvice(annotations = RestController.class)
final class ApiProblems {

    @ExceptionHandler
    ProblemDetail rejected(Rejection rejection) {
        return ProblemDetail.forStatusAndDetail(
                HttpStatus.valueOf(rejection.kind().status()), rejection.sentence());
    }

    /** Says the same whatever was wrong, so that nobody learns which accounts there are. */
    @ExceptionHandler
    ProblemDetail notLoggedIn(AuthenticationException wrong) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.UNAUTHORIZED, "These credentials are not valid.");
    }

    @ExceptionHandler
    ProblemDetail unreadable(HttpMessageNotReadableException broken) {
        return ProblemDetail.forStatusAndDetail(
                HttpStatus.BAD_REQUEST, "The body is not the JSON that this call takes.");
    }
}
