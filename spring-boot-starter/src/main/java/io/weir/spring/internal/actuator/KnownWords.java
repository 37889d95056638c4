package io.weir.spring.internal.actuator;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.OperationType;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvoker;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvokerAdvisor;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameters;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/**
 * Rejects words that the {@code ratelimit} endpoint does not know. The actuator itself ignores them, so that a misspelt {@code
 * rule} would switch all rules. A {@code rule} without a value is rejected for the same reason.
 */
final class KnownWords implements OperationInvokerAdvisor {

    private static final EndpointId ENDPOINT = EndpointId.of("ratelimit");
    private static final String RULE = "rule";

    @Override
    public OperationInvoker apply(
            EndpointId endpoint, OperationType type, OperationParameters parameters, OperationInvoker invoker) {
        if (!endpoint.equals(ENDPOINT)) {
            return invoker;
        }
        Set<String> known = new TreeSet<>();
        parameters.forEach(parameter -> known.add(parameter.getName()));
        return call -> wrong(call.getArguments(), known)
                .<Object>map(
                        why -> new WebEndpointResponse<>(Map.of("error", why), WebEndpointResponse.STATUS_BAD_REQUEST))
                .orElseGet(() -> invoker.invoke(call));
    }

    private static Optional<String> wrong(Map<String, Object> given, Set<String> known) {
        if (given.containsKey(RULE) && given.get(RULE) == null) {
            return Optional.of("the rule has no name; leave the word out to change the mode of all rules");
        }
        return new TreeSet<>(given.keySet())
                .stream()
                        .filter(word -> !known.contains(word))
                        .findFirst()
                        .map(word -> "unknown word \"" + word + "\"; "
                                + (known.isEmpty() ? "write none" : "write " + String.join(", ", known)));
    }
}
