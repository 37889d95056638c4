package example.shop.identity;

/** What somebody typed to sign up. */
public record NewAccount(String email, String name, String password) {

    @Override
    public String toString() {
        return "NewAccount";
    }
}
