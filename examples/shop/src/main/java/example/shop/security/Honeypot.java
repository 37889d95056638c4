package example.shop.security;

import example.shop.Rejection;
import io.weir.guard.bot.BotClassifier;
import io.weir.http.GatedRequest;
import io.weir.http.HttpGate;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.stereotype.Component;

/** A field of a form that people do not see. A program that fills it in has a high bot score for a day. */
@Component
public final class Honeypot {

    private final HttpGate gate;
    private final BotClassifier bots;

    public Honeypot(HttpGate gate, BotClassifier bots) {
        this.gate = gate;
        this.bots = bots;
    }

    public void requireEmpty(String field, HttpServletRequest request) {
        if (field.isEmpty()) {
            return;
        }
        if (request.getAttribute(gate.attribute()) instanceof GatedRequest gated) {
            gated.request().ifPresent(bots::trapped);
        }
        throw Rejection.invalid("Please leave the field website empty.");
    }
}
