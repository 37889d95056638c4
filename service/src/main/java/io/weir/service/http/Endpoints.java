package io.weir.service.http;

import java.util.List;

/** Endpoints of the REST interface; every bean of this type is served. */
public interface Endpoints {

    List<Endpoint> endpoints();
}
