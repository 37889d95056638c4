package io.weir.service.envoy;

import io.weir.policyfile.internal.envoy.DescriptorLimit;
import io.weir.policyfile.internal.envoy.Domain;
import io.weir.policyfile.internal.envoy.Domains;
import io.weir.policyfile.internal.envoy.Node;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is made once for each limit of the files, so that requests only look it up. Two limits that say the same are still two. */
final class PerLimit<T> {

    /** Makes it of a limit, and of where that stands: {@code domain}, {@code key.key_value}. */
    interface Maker<T> {
        T make(DescriptorLimit limit, String domain, String path);
    }

    private final Maker<T> maker;
    private final IdentityHashMap<DescriptorLimit, T> made = new IdentityHashMap<>();

    /** Of no limits yet. */
    static <T> PerLimit<T> none() {
        return new PerLimit<>(Domains.NONE, (limit, domain, path) -> {
            throw new IllegalStateException("there are none");
        });
    }

    PerLimit(Domains domains, Maker<T> maker) {
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

    /** Null for a limit that a request brought along. */
    @Nullable
    T of(DescriptorLimit limit) {
        return made.get(limit);
    }
}
