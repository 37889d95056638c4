package io.weir.guard.key.admin;

import io.weir.guard.key.ApiKey;
import io.weir.guard.key.KeySecret;

/** A key with a new secret, which is nowhere else: whoever asked for it shows it to its owner once. */
public record NewKey(ApiKey key, KeySecret secret) {}
