package io.weir.cli.policy.outer;

import io.weir.policy.Policy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The layers that can stand in front of Weir and enforce a part of its policy. */
public enum OuterLayer {
    NGINX,
    ENVOY_LOCAL,
    AWS_WAF,
    CLOUDFLARE;

    /** A configuration of the layer, and what it leaves out or does otherwise than the policy. */
    public record Exported(String text, int rules, List<String> notes) {}

    /** Writes rules in the language of a layer. */
    interface Format {
        /** Returns the configuration; adds to the notes what the layer cannot do. */
        String text(OuterPolicy policy, List<String> notes);
    }

    private Format format() {
        return switch (this) {
            case NGINX -> new NginxFormat();
            case ENVOY_LOCAL -> new EnvoyLocalFormat();
            case AWS_WAF -> new AwsWafFormat();
            case CLOUDFLARE -> new CloudflareFormat();
        };
    }

    /** The name on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static String names() {
        return Arrays.stream(values()).map(OuterLayer::toString).collect(Collectors.joining(", "));
    }

    public Exported export(Policy policy) {
        OuterPolicy outer = OuterPolicy.of(policy);
        List<String> notes = new ArrayList<>(outer.notes());
        String text = format().text(outer, notes);
        return new Exported(text, outer.rules().size(), List.copyOf(notes));
    }
}
