package io.weir.service.subject;

import io.weir.guard.audit.AuditFilter;
import io.weir.guard.audit.AuditRow;
import io.weir.guard.key.admin.KeyQuery;
import io.weir.guard.pseudonym.Pseudonyms;
import io.weir.live.Author;
import io.weir.service.guard.OpenGuard;
import io.weir.service.guard.ServiceGuard;
import io.weir.service.guard.login.ServiceLogins;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import tools.jackson.databind.json.JsonMapper;

/** The rows of the audit about a person, under all pseudonyms whose keys there are. Rows of a chain cannot be erased. */
record KeptRows(ServiceGuard guard, ServiceLogins logins) implements KeptPlace {

    private static final int MOST = 1_000;

    @Override
    public CompletionStage<Map<String, Object>> show(PersonName name) {
        return guard.isWanted()
                ? guard.ask(open -> Map.of("audit", rows(name, open)))
                : CompletableFuture.completedStage(Map.of());
    }

    private List<Object> rows(PersonName name, OpenGuard open) {
        Map<Long, Object> rows = new TreeMap<>();
        for (AuditFilter filter : filters(name, open)) {
            for (AuditRow row : open.database().audit().read(filter, 0, MOST)) {
                rows.put(row.seq(), JsonMapper.shared().readTree(row.json()));
            }
        }
        return List.copyOf(rows.values());
    }

    private List<AuditFilter> filters(PersonName name, OpenGuard open) {
        Pseudonyms pseudonyms = open.pseudonyms();
        List<String> subjects = new ArrayList<>(pseudonyms.everyAccount(name.text()));
        subjects.add(name.text());
        name.owner()
                .ifPresent(
                        owner -> open.keys().list(KeyQuery.ALL.withOwner(owner).withLimit(MOST)).stream()
                                .map(found -> found.key().id())
                                .forEach(subjects::add));
        name.account()
                .flatMap(account -> logins.guard().map(guard -> guard.account(account)))
                .ifPresent(hash -> subjects.addAll(pseudonyms.everyAccount(hash)));
        List<AuditFilter> filters = new ArrayList<>();
        name.address()
                .ifPresent(address -> pseudonyms.everyAddress(address).forEach(each -> {
                    subjects.add(each);
                    filters.add(AuditFilter.ALL.withActor(each));
                }));
        subjects.forEach(subject -> filters.add(AuditFilter.ALL.withSubject(subject)));
        return filters;
    }

    @Override
    public CompletionStage<Map<String, Object>> erase(PersonName name, Author author) {
        return CompletableFuture.completedStage(Map.of());
    }
}
