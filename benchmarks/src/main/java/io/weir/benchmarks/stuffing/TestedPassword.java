package io.weir.benchmarks.stuffing;

/**
 * A password of the attack that the guard allowed to be tested.
 *
 * @param atMicros since the beginning of the attack
 * @param right whether it was the password of the account
 */
record TestedPassword(long atMicros, String account, String address, boolean challengePassed, boolean right) {}
