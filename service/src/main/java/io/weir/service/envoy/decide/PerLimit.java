package io.weir.service.envoy.decide;

import io.weir.policyfile.internal.envoy.DescriptorLimit;
import io.weir.policyfile.internal.envoy.Domain;
import io.weir.policyfile.internal.envoy.Domains;
import io.weir.policyfile.internal.envoy.Node;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one value for each limit of the files, made when the files are loaded, so that requests only look it up. Two limits with equal
 * content are different limits here.
 */
public final class PerLimit<T> {

    /** Makes the value for a limit at a domain and a path of descriptors, such as {@code key.key_value}. */
    public interface Maker<T> {
        T make(DescriptorLimit limit, String domain, String path);
    }

    private final Maker<T> maker;
    private final IdentityHashMap<DescriptorLimit, T> made = new IdentityHashMap<>();

    /** Holds no limit. */
    public static <T> PerLimit<T> none() {
        return new PerLimit<>(Domains.NONE, (limit, domain, path) -> {
            throw new IllegalStateException("there is no limit");
        });
    }

    public PerLimit(Domains domains, Maker<T> maker) {
        this.maker = maker;
        for (Domain domain : domains.all()) {
            add(domain.name(), "", domain.descriptors());
        }
    }

    private void add(String domain, String above, List<Node> nodes) {
        for (Node node : nodes) {
            String path = above + node.name();
            node.limit().ifPresent(limit -> made.put(limit, maker.make(limit, domain, path)));
            add(domain, path + ".", node.children());
        }
    }

    /** The value for the limit; null for a limit that a request brought along. */
    @Nullable
    public T of(DescriptorLimit limit) {
        return made.get(limit);
    }
}
