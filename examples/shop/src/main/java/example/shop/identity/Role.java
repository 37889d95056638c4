package example.shop.identity;

/** What somebody may do in the shop. */
public enum Role {
    CUSTOMER,
    ADMIN
}
