package io.weir.store;

/** Who has made up a key. A caller's key and a rule's are never the same counter, even if they are the same text. */
public enum Namer {
    CALLER,
    RULE
}
