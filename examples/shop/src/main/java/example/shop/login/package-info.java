/** How somebody logs in: the password, then a code if the account has a second factor. Passwords are tried nowhere else. */
@NullMarked
package example.shop.login;

import org.jspecify.annotations.NullMarked;
