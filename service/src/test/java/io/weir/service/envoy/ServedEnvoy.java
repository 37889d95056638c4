package io.weir.service.envoy;

import com.google.protobuf.ByteString;
import com.google.protobuf.UInt64Value;
import com.google.protobuf.UnknownFieldSet;
import io.envoyproxy.envoy.extensions.common.ratelimit.v3.RateLimitDescriptor;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitRequest;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitServiceGrpc;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.metrics.subjects.RejectionLog;
import io.weir.metrics.subjects.RejectionLog.Rejection;
import io.weir.metrics.subjects.SubjectNames;
import io.weir.metrics.subjects.TopSubjects;
import io.weir.service.envoy.observe.EnvoyObservers;
import io.weir.store.Store;
import io.weir.time.ManualTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The service for Envoy, and a client that calls it with Envoy's own classes over a real channel. */
final class ServedEnvoy implements AutoCloseable {

    /** The number of a field that Envoy 1.40 sends in descriptors; the classes in use do not know the field yet. */
    private static final int IS_NEGATIVE_HITS = 4;

    private final Path folder;
    private final ManualTime time = ManualTime.create();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final TopSubjects subjects = new TopSubjects(SubjectNames.SHOWN);
    private final List<Rejection> rejections = new CopyOnWriteArrayList<>();
    private final EnvoyServing serving;
    private final ManagedChannel channel;

    private ServedEnvoy(EnvoySettings settings, Store store) throws IOException {
        this.folder = settings.folder();
        RejectionLog log = new RejectionLog(SubjectNames.SHOWN, rejections::add);
        EnvoyObservers observers = new EnvoyObservers(registry, request -> {
            subjects.decided(request);
            log.decided(request);
        });
        EnvoyCallers callers = new EnvoyCallers(settings.mayCheck(), (authorization, peer) -> false);
        this.serving = new EnvoyServing(settings, new ConfigFolder(settings.folder(), time), callers, store, observers);
        this.channel = NettyChannelBuilder.forAddress("127.0.0.1", serving.port())
                .usePlaintext()
                .build();
    }

    /** Starts with one file that has these lines. */
    static ServedEnvoy start(Path folder, Store store, String... lines) {
        return start(folder, store, false, lines);
    }

    static ServedEnvoy start(Path folder, Store store, boolean withHeaders, String... lines) {
        return start(settings(folder, withHeaders), store, lines);
    }

    static EnvoySettings settings(Path folder, boolean withHeaders) {
        return new EnvoySettings(folder, "127.0.0.1", 0, withHeaders, authorization -> true);
    }

    static ServedEnvoy start(EnvoySettings settings, Store store, String... lines) {
        try {
            Files.writeString(settings.folder().resolve("domain.yaml"), String.join("\n", lines));
            return new ServedEnvoy(settings, store);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Starts with an empty folder. */
    static ServedEnvoy startEmpty(Path folder, Store store) throws IOException {
        return new ServedEnvoy(settings(folder, false), store);
    }

    Path file(String name) {
        return folder.resolve(name);
    }

    /** Advances the time to the next reading of the files. */
    void readsItsFilesAgain() {
        time.advance(Duration.ofSeconds(1));
    }

    ManagedChannel channel() {
        return channel;
    }

    EnvoyServing serving() {
        return serving;
    }

    SimpleMeterRegistry registry() {
        return registry;
    }

    TopSubjects subjects() {
        return subjects;
    }

    /** Returns the rejections that were passed to the log. */
    List<Rejection> rejections() {
        return rejections;
    }

    RateLimitServiceGrpc.RateLimitServiceBlockingStub stub() {
        return RateLimitServiceGrpc.newBlockingStub(channel);
    }

    RateLimitResponse ask(RateLimitRequest request) {
        return stub().shouldRateLimit(request);
    }

    RateLimitResponse ask(String domain, RateLimitDescriptor... descriptors) {
        return ask(RateLimitRequest.newBuilder()
                .setDomain(domain)
                .addAllDescriptors(List.of(descriptors))
                .build());
    }

    /** Returns a descriptor of alternating keys and values. */
    static RateLimitDescriptor descriptor(String... keysAndValues) {
        RateLimitDescriptor.Builder descriptor = RateLimitDescriptor.newBuilder();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            descriptor.addEntries(RateLimitDescriptor.Entry.newBuilder()
                    .setKey(keysAndValues[i])
                    .setValue(keysAndValues[i + 1]));
        }
        return descriptor.build();
    }

    /** Returns a descriptor with one entry, whose value may be any bytes. */
    static RateLimitDescriptor descriptor(String key, byte[] value) {
        // The bytes of an unknown field are not validated as UTF-8, unlike those of a text.
        UnknownFieldSet.Field bytes = UnknownFieldSet.Field.newBuilder()
                .addLengthDelimited(ByteString.copyFrom(value))
                .build();
        return RateLimitDescriptor.newBuilder()
                .addEntries(RateLimitDescriptor.Entry.newBuilder()
                        .setKey(key)
                        .setUnknownFields(UnknownFieldSet.newBuilder()
                                .addField(RateLimitDescriptor.Entry.VALUE_FIELD_NUMBER, bytes)
                                .build()))
                .build();
    }

    static RateLimitDescriptor hits(long hits, RateLimitDescriptor descriptor) {
        return descriptor.toBuilder().setHitsAddend(UInt64Value.of(hits)).build();
    }

    static RateLimitDescriptor giveBack(long hits, RateLimitDescriptor descriptor) {
        return hits(hits, descriptor).toBuilder()
                .setUnknownFields(UnknownFieldSet.newBuilder()
                        .addField(
                                IS_NEGATIVE_HITS,
                                UnknownFieldSet.Field.newBuilder().addVarint(1).build())
                        .build())
                .build();
    }

    @Override
    public void close() {
        channel.shutdownNow();
        serving.close();
    }
}
