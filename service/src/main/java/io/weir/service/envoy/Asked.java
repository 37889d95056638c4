package io.weir.service.envoy;

import io.weir.policyfile.envoy.Allowance;
import io.weir.policyfile.envoy.Entry;
import java.util.List;
import java.util.Optional;

/**
 * A descriptor of a request.
 *
 * @param limit the one that the request brings along, instead of those of the files
 */
record Asked(List<Entry> entries, Optional<Allowance> limit, Hits hits) {}
