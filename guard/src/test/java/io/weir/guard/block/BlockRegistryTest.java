package io.weir.guard.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.classify.Cidr;
import io.weir.classify.IpAddress;
import io.weir.document.spi.Document;
import io.weir.guard.block.AutomaticBlocks.Wanted;
import io.weir.limit.Limit;
import io.weir.live.MemoryDocument;
import io.weir.memory.MemoryStore;
import io.weir.policy.Action;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policy.Verdict;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Outcome;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Subject;
import io.weir.policy.rule.Then;
import io.weir.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Two processes in virtual time that share a document in memory. */
final class BlockRegistryTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Subject ANN = Subject.parse("user:ann");
    private static final Rule BLOCKING =
            Rule.of("forged-keys", Limit.parse("2/day")).per(CountBy.IP).then(new Then.Block(HOUR));

    private final ManualTime time = ManualTime.create();
    private final List<BlockEvent> events = new ArrayList<>();
    private final LosingDocument document = new LosingDocument();
    private final List<Cidr> never = new ArrayList<>();
    private final Set<String> shared = new HashSet<>();
    private final BlockRegistry one = registry();
    private final BlockRegistry other = registry();

    /** A document in memory that can lose its text. */
    private static final class LosingDocument implements Document {

        private MemoryDocument current = new MemoryDocument();

        void lose() {
            current = new MemoryDocument();
        }

        @Override
        public CompletionStage<Stamp> stamp() {
            return current.stamp();
        }

        @Override
        public CompletionStage<Optional<Content>> read() {
            return current.read();
        }

        @Override
        public CompletionStage<Boolean> replaceIf(Stamp expected, long version, String text) {
            return current.replaceIf(expected, version, text);
        }

        @Override
        public CompletionStage<Boolean> replaceOlder(long version, String text) {
            return current.replaceOlder(version, text);
        }
    }

    private BlockRegistry registry() {
        return BlockRegistry.start(
                document,
                BlockConfig.of(time, time)
                        .withNever(() -> never)
                        .withPeople(subject -> CompletableFuture.completedStage(shared.contains(subject.identifier())))
                        .withListener(events::add));
    }

    private static Request from(String address) {
        return Request.of("GET", "/").withAddress(IpAddress.parse(address).orElseThrow());
    }

    private static Request by(Caller caller) {
        return Request.of("GET", "/").withCaller(caller);
    }

    private Block add(String subject, Duration lasting) {
        return one.add(Subject.parse(subject), lasting, "abuse report 4711", "ann")
                .toCompletableFuture()
                .join();
    }

    private void begin(String subject) {
        one.begin(Subject.parse(subject), HOUR, "forged-keys");
        time.advanceMicros(1);
    }

    private static Block next(Subject subject, String rule, BlockList list, Instant now) {
        return AutomaticBlocks.next(new Wanted(subject, HOUR, rule, Action.BLOCKED), list, now);
    }

    private List<BlockEvent.Kind> kinds() {
        return events.stream().map(BlockEvent::kind).toList();
    }

    private boolean isBlocked(BlockRegistry by, Request request) {
        return by.find(request).isPresent();
    }

    @Test
    void everyKindOfSubjectIsBlocked() {
        Caller caller = Caller.user("ann").withApiKey("key-1").withTenant("acme");
        for (String subject : List.of("user:ann", "apikey:key-1", "api-key:key-1", "tenant:acme")) {
            add(subject, HOUR);
            assertThat(isBlocked(one, by(caller))).as(subject).isTrue();
            assertThat(isBlocked(one, by(Caller.user("bert")))).as(subject).isFalse();
            one.remove(Subject.parse(subject), "ann");
            assertThat(isBlocked(one, by(caller))).as(subject).isFalse();
        }
        for (String fact : List.of("device", "fingerprint")) {
            add(fact + ":4711", HOUR);
            assertThat(isBlocked(one, from("192.0.2.1").withFact(fact, "4711"))).isTrue();
            assertThat(isBlocked(one, from("192.0.2.1").withFact(fact, "4712"))).isFalse();
        }
    }

    @Test
    void addressesAndNetworksAreBlockedAsRulesCountThem() {
        add("ip:192.0.2.1", HOUR);
        add("cidr:198.51.100.0/24", HOUR);
        add("network-24/48:203.0.113.0/24", HOUR);
        add("ip:2001:db8:1:2:0:0:0:0/64", HOUR);
        add("cidr:2001:db8:ffff::/48", HOUR);
        for (String address : List.of(
                "192.0.2.1",
                "::ffff:192.0.2.1",
                "64:ff9b::192.0.2.1",
                "2002:c000:201:5::1",
                "198.51.100.255",
                "203.0.113.7",
                "2001:db8:1:2::3",
                "2001:db8:ffff:1::1")) {
            assertThat(isBlocked(one, from(address))).as(address).isTrue();
        }
        for (String address : List.of("192.0.2.2", "198.51.101.0", "2001:db8:1:3::3", "2001:db8:fffe::1")) {
            assertThat(isBlocked(one, from(address))).as(address).isFalse();
        }
        assertThat(isBlocked(one, Request.of("GET", "/"))).isFalse();
    }

    @Test
    void theLongestOfSeveralBlocksIsTold() {
        add("ip:192.0.2.1", HOUR);
        add("cidr:192.0.2.0/24", HOUR.multipliedBy(3));
        add("user:ann", HOUR.multipliedBy(2));
        assertThat(one.find(from("192.0.2.1").withCaller(Caller.user("ann")))
                        .orElseThrow()
                        .subject())
                .hasToString("cidr:192.0.2.0/24");
        assertThat(one.inForce()).extracting(each -> each.subject().type()).containsExactly("ip", "user", "cidr");
    }

    @Test
    void anotherProcessKnowsABlockAndItsEndAfterASecond() {
        add("user:ann", HOUR);
        assertThat(isBlocked(other, by(Caller.user("ann")))).isFalse();
        time.advance(Duration.ofSeconds(1));
        assertThat(isBlocked(other, by(Caller.user("ann")))).isTrue();
        other.remove(ANN, "bert");
        time.advance(Duration.ofSeconds(1));
        assertThat(isBlocked(one, by(Caller.user("ann")))).isFalse();
        assertThat(kinds()).containsExactly(BlockEvent.Kind.MADE, BlockEvent.Kind.ENDED);
        assertThat(one.remove(ANN, "bert").toCompletableFuture().join())
                .as("ended already")
                .isFalse();
    }

    @Test
    void aBlockEndsAtItsTime() {
        Block block = add("user:ann", HOUR);
        time.advance(HOUR.minusNanos(1_000));
        assertThat(one.find(by(Caller.user("ann")))).hasValueSatisfying(each -> {
            assertThat(each.until()).isEqualTo(block.until());
            assertThat(each.reason()).isEqualTo("abuse report 4711");
            assertThat(each.by()).isEqualTo("ann");
        });
        time.advanceMicros(1);
        assertThat(isBlocked(one, by(Caller.user("ann")))).isFalse();
        assertThat(one.inForce()).isEmpty();
    }

    @Test
    void aRuleBlocksThroughTheGateUntilTheKillSwitch() {
        Gate gate = new Gate(Policy.of(BLOCKING), new MemoryStore(time)).withBlocks(one, time);
        assertThat(gate.checkNow(from("192.0.2.1")).allowed()).isTrue();
        assertThat(gate.checkNow(from("192.0.2.1")).allowed()).isTrue();
        assertThat(gate.checkNow(from("192.0.2.1")).action()).isEqualTo(Action.DENY);
        time.advanceMicros(1);
        Verdict blocked = gate.checkNow(from("192.0.2.1"));
        assertThat(blocked.action()).isEqualTo(Action.BLOCKED);
        assertThat(blocked.explain()).contains("by rule forged-keys");
        assertThat(gate.checkNow(from("192.0.2.2")).allowed()).isTrue();
        gate.replace(Policy.of(BLOCKING).withMode(Mode.OFF));
        assertThat(gate.checkNow(from("192.0.2.1")).allowed()).isTrue();
    }

    @Test
    void rulesNeverBlockLoopbackOrWhatTheyAreToldNotTo() {
        never.add(Cidr.parse("10.0.0.0/8"));
        for (String subject : List.of(
                "ip:127.0.0.1",
                "ip:0:0:0:0:0:0:0:1/128",
                "ip:10.1.2.3",
                "network-24/48:10.0.5.0/24",
                "cidr:0.0.0.0/1",
                "global:system",
                "account:ann",
                "ip:unknown")) {
            begin(subject);
        }
        assertThat(one.inForce()).isEmpty();
        begin("ip:11.1.2.3");
        assertThat(one.inForce()).hasSize(1);
    }

    @Test
    void aRuleThatBlocksASubjectAgainWithinADayBlocksItForTwiceAsLongAtMostADay() {
        Subject subject = Subject.parse("ip:192.0.2.1");
        BlockList list = BlockList.EMPTY;
        Instant now = Instant.parse("2026-01-01T00:00:00Z");
        List<Long> hours = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            Block block = next(subject, "forged-keys", list, now);
            hours.add(Duration.between(block.since(), block.until()).toHours());
            list = list.with(block);
            now = block.until().plus(HOUR);
        }
        assertThat(hours).containsExactly(1L, 2L, 4L, 8L, 16L, 24L, 24L);
        Block late = next(subject, "forged-keys", list, now.plus(HOUR.multipliedBy(24)));
        assertThat(late.until()).isEqualTo(late.since().plus(HOUR));
        Block ofAnother = next(subject, "another-rule", list, now);
        assertThat(ofAnother.until()).isEqualTo(ofAnother.since().plus(HOUR));
        begin("ip:192.0.2.1");
        time.advance(HOUR);
        begin("ip:192.0.2.1");
        assertThat(one.inForce().get(0).until())
                .isEqualTo(one.inForce().get(0).since().plus(HOUR.multipliedBy(2)));
    }

    @Test
    void aBlockThatAnAdministratorEndedIsNotMadeAgainByItsRuleForADay() {
        Subject subject = Subject.parse("ip:192.0.2.1");
        begin("ip:192.0.2.1");
        Instant now = one.inForce().get(0).since();
        one.remove(subject, "ann");
        begin("ip:192.0.2.1");
        assertThat(one.inForce()).isEmpty();
        one.begin(subject, HOUR, "another-rule");
        time.advanceMicros(1);
        assertThat(one.inForce()).as("another rule may").hasSize(1);
        one.remove(subject, "ann");
        begin("ip:192.0.2.1");
        assertThat(one.inForce()).as("the first rule is still pardoned").isEmpty();
        Block ended = next(subject, "r", BlockList.EMPTY, now).ended("ann", now);
        BlockList list = BlockList.EMPTY.with(ended);
        assertThat(AutomaticBlocks.isPardoned(
                        subject, "r", list, now.plus(HOUR.multipliedBy(24)).minusNanos(1)))
                .isTrue();
        assertThat(AutomaticBlocks.isPardoned(subject, "r", list, now.plus(HOUR.multipliedBy(24))))
                .isFalse();
    }

    @Test
    void rulesMakeTwentyBlocksAMinute() {
        for (int i = 0; i < 30; i++) {
            begin("ip:192.0.2." + i);
        }
        assertThat(one.inForce()).hasSize(20);
        assertThat(kinds())
                .filteredOn(BlockEvent.Kind.CAPPED::equals)
                .as("told once a second")
                .hasSize(1);
        time.advance(Duration.ofMinutes(1));
        begin("ip:192.0.2.30");
        assertThat(one.inForce()).hasSize(21);
        assertThat(add("user:by-hand", HOUR).isAutomatic()).isFalse();
    }

    @Test
    void rulesHaveAThousandBlocksInForceAtMost() {
        Instant now = Instant.parse("2026-01-01T00:00:00Z");
        BlockList list = BlockList.EMPTY;
        for (int i = 0; i < 1_000; i++) {
            assertThat(AutomaticBlocks.isFull(list, now)).as("%d blocks", i).isFalse();
            list = list.with(next(new Subject("user", "u" + i), "r", list, now));
            now = i % 19 == 0 ? now.plusSeconds(61) : now;
        }
        assertThat(AutomaticBlocks.isFull(list, now.plusSeconds(61))).isTrue();
        assertThat(AutomaticBlocks.isFull(list, now.plus(HOUR))).isFalse();
    }

    @Test
    void anAddressFromWhichPeopleLogInIsChallengedInsteadOfBlocked() {
        shared.add("192.0.2.1");
        Gate gate = new Gate(Policy.of(BLOCKING), new MemoryStore(time)).withBlocks(other, time);
        begin("ip:192.0.2.1");
        time.advance(Duration.ofSeconds(1));
        assertThat(one.inForce()).singleElement().satisfies(block -> {
            assertThat(block.action()).isEqualTo(Action.CHALLENGE);
            assertThat(block.isAutomatic()).isTrue();
        });
        Verdict challenged = gate.checkNow(from("192.0.2.1"));
        assertThat(challenged.action()).isEqualTo(Action.CHALLENGE);
        assertThat(challenged.allowed()).isFalse();
        assertThat(challenged.explain()).startsWith("challenged: ip:192.0.2.1");
        Verdict passed = gate.checkNow(from("192.0.2.1").withChallengePassed());
        assertThat(passed.allowed()).isTrue();
        assertThat(passed.rulings()).as("the rules count it").hasSize(1);
        add("ip:192.0.2.1", HOUR);
        time.advance(Duration.ofSeconds(1));
        assertThat(gate.checkNow(from("192.0.2.1").withChallengePassed()).action())
                .as("an administrator's block is one for all")
                .isEqualTo(Action.BLOCKED);
    }

    @Test
    void rulesNeverBlockVerifiedCrawlers() {
        Gate gate = new Gate(Policy.of(BLOCKING), new MemoryStore(time)).withBlocks(one, time);
        Request crawler = from("192.0.2.1").withFact("bot", "verified");
        for (int i = 0; i < 5; i++) {
            gate.checkNow(crawler);
        }
        assertThat(gate.checkNow(crawler).action()).isEqualTo(Action.DENY);
        time.advanceMicros(1);
        assertThat(one.inForce()).isEmpty();
        gate.checkNow(from("192.0.2.1").withFact("bot", "likely"));
        time.advanceMicros(1);
        assertThat(one.inForce()).hasSize(1);
    }

    @Test
    void requestsThatAreDeniedAnywayDoNotLeadToABlock() {
        Rule errors = Rule.of("errors", Limit.parse("2/day"))
                .per(CountBy.IP)
                .withOutcome(new Outcome(Outcome.statuses("4xx"), Set.of()))
                .then(new Then.Block(HOUR));
        Rule single = Rule.of("one", Limit.parse("1/day")).per(CountBy.IP);
        Gate gate = new Gate(Policy.of(errors, single), new MemoryStore(time)).withBlocks(one, time);
        gate.settle(gate.checkNow(from("192.0.2.1")), 200).toCompletableFuture().join();
        for (int i = 0; i < 20; i++) {
            Verdict denied = gate.checkNow(from("192.0.2.1"));
            assertThat(denied.status()).isEqualTo(429);
            gate.settle(denied, 429).toCompletableFuture().join();
            time.advanceMicros(1);
        }
        assertThat(one.inForce()).isEmpty();
    }

    @Test
    void blocksOfAnEarlierVersionAreRead() {
        String earlier = "{\"format\":1,\"version\":1,\"blocks\":[\n[\"user\",\"ann\",\"2026-01-01T00:00:00Z\","
                + "\"2026-01-02T00:00:00Z\",\"why\",\"bert\",\"\",\"\"]\n]}";
        assertThat(BlockList.read(earlier).blocks().values())
                .extracting(Block::action)
                .containsExactly(Action.BLOCKED);
    }

    @Test
    void whatADocumentHasLostIsWrittenAgain() {
        add("user:ann", HOUR);
        time.advance(Duration.ofSeconds(1));
        document.lose();
        time.advance(Duration.ofSeconds(1));
        BlockRegistry late = registry();
        assertThat(late.inForce()).hasSize(1);
        document.lose();
        add("user:bert", HOUR);
        time.advance(Duration.ofSeconds(1));
        assertThat(late.inForce()).hasSize(2);
    }

    @Test
    void textsOfPeopleSurviveTheDocument() {
        String strange = "a b\nweir blocks 1\té😀%20";
        one.add(new Subject("user", strange), HOUR, strange, strange);
        time.advance(Duration.ofSeconds(1));
        Block read = other.inForce().get(0);
        assertThat(List.of(read.subject().identifier(), read.reason(), read.by()))
                .containsOnly(strange);
        assertThat(read.rule()).isEqualTo(Optional.empty());
    }

    @Test
    void whatCannotBeBlockedIsSaid() {
        assertThatThrownBy(() -> add("account:ann", HOUR)).hasMessageContaining("write ip:192.0.2.1");
        assertThatThrownBy(() -> add("ip:localhost", HOUR)).hasMessageContaining("write ip:192.0.2.1");
        assertThatThrownBy(() -> add("user:ann", Duration.ZERO)).hasMessageContaining("from 1 s to 3650 days");
    }
}
