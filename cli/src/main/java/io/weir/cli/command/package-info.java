/**
 * The parts that every command is made of: base classes, settings, exit codes, errors, tables, and calls of a server. No command lives
 * here.
 */
@NullMarked
package io.weir.cli.command;

import org.jspecify.annotations.NullMarked;
