package example.shop.login;

import example.shop.session.Tokens;

/** How far a login is after a right password. */
public sealed interface LoginStep {

    /**
     * Somebody is logged in.
     *
     * @param onNewDevice whether it is the first time of this account there
     */
    record Done(Tokens tokens, boolean onNewDevice) implements LoginStep {}

    /**
     * The account has a second factor.
     *
     * @param ticket shows that the password was right, for five minutes and one code
     */
    record CodeNeeded(String ticket) implements LoginStep {}
}
