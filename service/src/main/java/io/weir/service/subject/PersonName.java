package io.weir.service.subject;

import io.weir.classify.IpAddress;
import io.weir.service.http.BadRequest;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One of the names of a person.
 *
 * @param text such as {@code user:42}, {@code account:ann@example.com} or {@code owner:acme}
 * @param all names of the same person, because failures are counted by account and address together
 */
record PersonName(String text, List<String> all) {

    private static final String ACCOUNT = "account:";
    private static final String OWNER = "owner:";
    private static final String IP = "ip:";
    private static final String DEVICE = "device:";
    private static final int MOST = 20;

    static List<PersonName> of(List<String> texts) {
        List<String> distinct = List.copyOf(Set.copyOf(texts));
        if (texts.isEmpty() || distinct.size() > MOST) {
            throw new BadRequest("subjects", "must be 1 to " + MOST + " names of one person, such as [\"user:42\"]");
        }
        return texts.stream()
                .distinct()
                .map(text -> new PersonName(text, distinct))
                .toList();
    }

    /** The account as it was typed at a login. */
    Optional<String> account() {
        return after(ACCOUNT, text);
    }

    /** The owner of API keys. */
    Optional<String> owner() {
        return after(OWNER, text);
    }

    Optional<IpAddress> address() {
        return after(IP, text).flatMap(IpAddress::parse);
    }

    List<IpAddress> addresses() {
        return all.stream()
                .flatMap(each -> after(IP, each).flatMap(IpAddress::parse).stream())
                .toList();
    }

    List<String> devices() {
        return all.stream().flatMap(each -> after(DEVICE, each).stream()).toList();
    }

    private static Optional<String> after(String kind, String text) {
        return text.startsWith(kind) && text.length() > kind.length()
                ? Optional.of(text.substring(kind.length()))
                : Optional.empty();
    }
}
