package io.weir.spring;

import io.weir.policy.Mode;
import io.weir.policy.Policy;
import io.weir.policyfile.PolicyReader;
import io.weir.policyfile.Property;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.io.Resource;
import org.springframework.core.io.ResourceLoader;

/** Finds the policy: in the application's configuration, or in a file that it names. */
final class PolicySource {

    private static final Log LOG = LogFactory.getLog(PolicySource.class);
    private static final String MODE = "mode";

    private final PolicyReader reader;
    private final WrittenProperties properties;
    private final ResourceLoader resources;

    PolicySource(PolicyReader reader, ConfigurableEnvironment environment, ResourceLoader resources) {
        this.reader = reader;
        this.properties = new WrittenProperties(environment);
        this.resources = resources;
    }

    Policy policy(Optional<String> file) {
        List<List<Property>> written = properties.ofPolicy();
        if (file.isPresent()) {
            return withMode(read(file.get(), beside(written)), written);
        }
        if (written.isEmpty()) {
            LOG.warn("No request is limited, for nothing says how: write rate-limit.global, tiers, endpoints or rules,"
                    + " or rate-limit.policy-file");
            return Policy.of();
        }
        return reader.read(written, RateLimitProperties.names());
    }

    /** What is written beside the name of a file: the mode alone may be, to turn it off from outside. */
    private static Optional<Property> beside(List<List<Property>> written) {
        return written.stream()
                .flatMap(List::stream)
                .filter(property -> !property.name().equals(MODE))
                .findFirst();
    }

    private Policy read(String location, Optional<Property> beside) {
        if (beside.isPresent()) {
            throw new InvalidSettingException(
                    Places.text(beside.get().place()),
                    "the policy stands in " + location + "; write "
                            + beside.get().name() + " there, or leave rate-limit.policy-file out");
        }
        Resource resource = resources.getResource(location);
        try (InputStream in = resource.getInputStream()) {
            return reader.read(Places.text(resource), new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            throw new InvalidSettingException(
                    "rate-limit.policy-file", "cannot read " + location + " (" + unreadable.getMessage() + ")");
        }
    }

    private static Policy withMode(Policy policy, List<List<Property>> written) {
        Optional<Property> mode = written.stream()
                .flatMap(List::stream)
                .filter(property -> property.name().equals(MODE))
                .findFirst();
        return mode.map(property -> policy.withMode(policy.mode().and(mode(property))))
                .orElse(policy);
    }

    private static Mode mode(Property property) {
        return Modes.read(property.value())
                .orElseThrow(() ->
                        new InvalidSettingException(Places.text(property.place()), Modes.unknown(property.value())));
    }
}
