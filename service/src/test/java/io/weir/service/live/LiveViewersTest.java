package io.weir.service.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;

/** Viewers are bounded in number and in what waits for them. */
final class LiveViewersTest {

    private final LiveViewers viewers = new LiveViewers();

    private Flux<String> enter() {
        return viewers.enter(() -> "first").orElseThrow();
    }

    @Test
    void theTwentyFirstViewerFindsNoPlaceUntilOneLeaves() {
        List<BaseSubscriber<String>> all = new ArrayList<>();
        for (int i = 0; i < LiveViewers.MOST; i++) {
            BaseSubscriber<String> viewer = new BaseSubscriber<>() {};
            enter().subscribe(viewer);
            all.add(viewer);
        }
        assertThat(viewers.enter(() -> "first")).isEmpty();
        all.get(7).cancel();
        assertThat(viewers.enter(() -> "first")).isPresent();
    }

    @Test
    void aViewerReadsTheFirstEventAndAllLaterOnes() {
        List<String> read = new ArrayList<>();
        enter().subscribe(read::add);
        viewers.send("second");
        assertThat(read).containsExactly("first", "second");
    }

    @Test
    void aViewerThatDoesNotReadIsDropped() {
        AtomicBoolean ended = new AtomicBoolean();
        enter().subscribe(new BaseSubscriber<>() {
            @Override
            protected void hookOnSubscribe(Subscription subscription) {
                // Requests nothing, as a connection whose client takes no bytes.
            }
        });
        enter().subscribe(new BaseSubscriber<>() {
            @Override
            protected void hookOnComplete() {
                ended.set(true);
            }
        });
        for (int i = 0; i < 40; i++) {
            viewers.send("event");
        }
        assertThat(viewers.count()).isEqualTo(1);
        assertThat(ended).isFalse();
    }

    @Test
    void aStreamThatIsNeverReadGivesItsPlaceBack() {
        enter();
        for (int i = 0; i < 40; i++) {
            viewers.send("event");
        }
        assertThat(viewers.count()).isZero();
    }

    @Test
    void closingEndsAllStreamsWithALastEvent() {
        List<String> read = new ArrayList<>();
        AtomicBoolean ended = new AtomicBoolean();
        enter().doOnComplete(() -> ended.set(true)).subscribe(read::add);
        viewers.close("bye");
        assertThat(read).containsExactly("first", "bye");
        assertThat(ended).isTrue();
        assertThat(viewers.count()).isZero();
    }
}
