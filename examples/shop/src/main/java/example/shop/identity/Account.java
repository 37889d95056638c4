package example.shop.identity;

/**
 * Somebody who can log in.
 *
 * @param password as a hash
 * @param tier which limits apply
 */
public record Account(long id, String email, String name, String password, Role role, String tier) {

    public boolean isAdmin() {
        return role == Role.ADMIN;
    }

    /** The name in tokens, rules and counters. */
    public String subject() {
        return Long.toString(id);
    }

    @Override
    public String toString() {
        return "Account[" + id + "]";
    }
}
