package io.weir.http;

import io.weir.classify.IpAddress;
import java.util.List;
import java.util.Optional;

/** A request as it came over HTTP, whatever carries it. */
public interface HttpRequest {

    /** As the application will see it: whoever follows {@code X-HTTP-Method-Override} has done so before. */
    String method();

    /** The path below the application's root, as it was sent, with or without a query; a whole URL is read too, and nothing is the root. */
    String target();

    /** Without the port; empty if it is not known. */
    String host();

    /** Who sent it, perhaps for somebody else; empty if that has no address, as on a Unix socket. */
    Optional<IpAddress> peer();

    /** All lines of the header of that name, in any case of letters, in their order. */
    List<String> header(String name);
}
