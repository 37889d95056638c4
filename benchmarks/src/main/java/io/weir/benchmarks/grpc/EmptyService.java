package io.weir.benchmarks.grpc;

import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitRequest;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse.Code;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitServiceGrpc;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** A rate limit service that allows every call at once, to measure the cost of gRPC itself. */
final class EmptyService extends RateLimitServiceGrpc.RateLimitServiceImplBase {

    private static final RateLimitResponse OK =
            RateLimitResponse.newBuilder().setOverallCode(Code.OK).build();

    private EmptyService() {}

    public static void main(String[] arguments) throws Exception {
        // The service uses the same executor.
        System.setProperty("io.grpc.netty.shaded.io.netty.leakDetection.level", "disabled");
        NettyServerBuilder.forAddress(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0])))
                .directExecutor()
                .addService(new EmptyService())
                .build()
                .start()
                .awaitTermination();
    }

    @Override
    public void shouldRateLimit(RateLimitRequest request, StreamObserver<RateLimitResponse> observer) {
        observer.onNext(OK);
        observer.onCompleted();
    }
}
