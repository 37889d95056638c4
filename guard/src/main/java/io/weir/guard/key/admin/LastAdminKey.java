package io.weir.guard.key.admin;

/** What happens when the last active key that may administer Weir is to be taken away. */
public enum LastAdminKey {

    /** It is refused, because nobody could undo it: there is no other way in. */
    KEPT,

    /** It is done: administrators have another way in, such as a token. */
    DISPENSABLE
}
