package io.weir.policyfile.internal.read;

import io.weir.classify.Cidr;
import io.weir.classify.IpAddress;
import io.weir.policy.Bypass;
import io.weir.policyfile.internal.yaml.Fields;
import io.weir.policyfile.internal.yaml.UniqueNames;
import io.weir.policyfile.internal.yaml.Values;
import io.weir.policyfile.internal.yaml.Words;
import io.weir.policyfile.internal.yaml.Yaml;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads bypasses, whose requests are checked against no rule. */
final class BypassReader {

    private static final String EXAMPLE = "- {name: monitoring, cidr: 10.1.0.0/16}";
    private static final List<String> PROOFS = List.of("cidr", "user", "api-key");

    private final Values values;
    private final UniqueNames names;

    BypassReader(Values values) {
        this.values = values;
        this.names = new UniqueNames("a bypass", values);
    }

    List<Bypass> read(Yaml value) {
        List<Bypass> bypasses = new ArrayList<>();
        for (Yaml item : values.items(value, "a list of bypasses", EXAMPLE)) {
            values.fields(item, "a bypass", EXAMPLE, List.of("name", "cidr", "user", "api-key", "header"))
                    .flatMap(this::bypass)
                    .ifPresent(bypasses::add);
        }
        names.reportRepeated();
        return bypasses;
    }

    private Optional<Bypass> bypass(Fields fields) {
        Optional<String> name = names.read(fields, "monitoring");
        Optional<Cidr> network = fields.get("cidr").flatMap(this::network);
        Optional<String> user = fields.get("user").flatMap(value -> values.text(value, "a user", "user: batch"));
        Optional<String> apiKey =
                fields.get("api-key").flatMap(value -> values.text(value, "the id of an API key", "api-key: key-42"));
        fields.get("header")
                .ifPresent(value -> values.wrong(
                        value.place(),
                        "a header cannot be a bypass, because every client can send it; write " + Words.list(PROOFS)));
        if (!fields.has("cidr", "user", "api-key", "header")) {
            values.wrong(fields.place(), "the bypass would apply to every request; write " + Words.list(PROOFS));
        }
        boolean proved = network.isPresent() || user.isPresent() || apiKey.isPresent();
        return name.filter(known -> proved).map(known -> new Bypass(known, network, user, apiKey));
    }

    private Optional<Cidr> network(Yaml value) {
        return values.text(value, "a network", "10.1.0.0/16")
                .flatMap(text -> values.attempt(value.place(), () -> network(text)));
    }

    private static Cidr network(String text) {
        Cidr network = Cidr.parse(text);
        if (network.prefix() == 0) {
            throw new IllegalArgumentException(network + " would bypass everything; write a smaller network");
        }
        IpAddress written = IpAddress.parse(text.replaceFirst("/.*", "")).orElseThrow();
        if (!written.equals(network.network())) {
            throw new IllegalArgumentException(
                    written + " is one address of " + network + "; write " + network + ", or " + written + " alone");
        }
        return network;
    }
}
