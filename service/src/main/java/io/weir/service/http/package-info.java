/**
 * HTTP as the REST interface sees it: requests, replies, routes, and strict reading of queries and JSON. What an endpoint answers lives in
 * {@code io.weir.service.api}, and how connections are kept in {@code connection}.
 */
@NullMarked
package io.weir.service.http;

import org.jspecify.annotations.NullMarked;
