package io.weir.policyfile;

/**
 * The place in a file where a rule is written.
 *
 * @param rule the name of the rule
 * @param line counted from 1
 */
public record RulePlace(String rule, String file, int line) {}
