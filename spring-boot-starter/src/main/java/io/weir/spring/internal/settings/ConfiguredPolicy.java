package io.weir.spring.internal.settings;

import io.weir.policy.Policy;
import io.weir.policy.rule.Mode;
import io.weir.policyfile.PolicyReader;
import io.weir.policyfile.internal.properties.Property;
import io.weir.policyfile.internal.properties.PropertyPolicy;
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

/** Reads the policy from the application's configuration, or from the file that the configuration names. */
public final class ConfiguredPolicy {

    private static final Log LOG = LogFactory.getLog(ConfiguredPolicy.class);
    private static final String MODE = "mode";

    private final PolicyReader reader;
    private final WrittenProperties properties;
    private final ResourceLoader resources;

    public ConfiguredPolicy(PolicyReader reader, ConfigurableEnvironment environment, ResourceLoader resources) {
        this.reader = reader;
        this.properties = new WrittenProperties(environment);
        this.resources = resources;
    }

    public Policy read(Optional<String> file) {
        List<List<Property>> written = properties.ofPolicy();
        if (file.isPresent()) {
            return withMode(read(file.get(), conflicting(written)), written);
        }
        if (written.isEmpty()) {
            LOG.warn(
                    "No request is limited, because there is no policy: write rate-limit.global, tiers, endpoints or rules,"
                            + " or rate-limit.policy-file");
            return Policy.of();
        }
        return PropertyPolicy.read(written, RateLimitProperties.names(), reader);
    }

    /** Returns a property that must not be combined with a policy file; only the mode may, to switch limits off from outside. */
    private static Optional<Property> conflicting(List<List<Property>> written) {
        return written.stream()
                .flatMap(List::stream)
                .filter(property -> !property.name().equals(MODE))
                .findFirst();
    }

    private Policy read(String location, Optional<Property> conflicting) {
        if (conflicting.isPresent()) {
            throw new InvalidSettingException(
                    PropertyPlaces.text(conflicting.get().place()),
                    "the policy is read from " + location + "; write "
                            + conflicting.get().name() + " there, or remove rate-limit.policy-file");
        }
        Resource resource = resources.getResource(location);
        try (InputStream in = resource.getInputStream()) {
            return reader.read(PropertyPlaces.text(resource), new String(in.readAllBytes(), StandardCharsets.UTF_8));
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
        return ModeSetting.read(property.value())
                .orElseThrow(() -> new InvalidSettingException(
                        PropertyPlaces.text(property.place()), ModeSetting.unknown(property.value())));
    }
}
