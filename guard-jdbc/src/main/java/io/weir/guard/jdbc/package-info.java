/**
 * Keys and audit in an SQL database: H2 in a file, or PostgreSQL. The statements are in files beside the classes; nothing here
 * decides about keys.
 */
@NullMarked
package io.weir.guard.jdbc;

import org.jspecify.annotations.NullMarked;
