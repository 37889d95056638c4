package io.weir.service;

import java.util.List;

/** Some calls of the REST interface; every bean of this type is served. */
interface Endpoints {

    List<Endpoint> endpoints();
}
