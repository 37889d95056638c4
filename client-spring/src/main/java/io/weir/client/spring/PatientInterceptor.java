package io.weir.client.spring;

import io.weir.client.patience.ClientListener;
import io.weir.client.patience.LaneClosedException;
import io.weir.client.patience.OutgoingCall;
import io.weir.client.patience.Partition;
import io.weir.client.patience.Patience;
import io.weir.client.spi.Admission;
import io.weir.client.spi.NextStep;
import io.weir.client.spi.PatientCall;
import io.weir.client.spi.PatientCalls;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.ClientHttpResponse;

/**
 * Makes a RestClient or RestTemplate wait when a server asks for it, and send again. Thread-safe.
 *
 * <p>Spring keeps the body of an intercepted request in memory, so every body can be sent again. Add this interceptor after
 * all others, which then see one request: in Spring 6, those that come after it see only the first attempt.
 *
 * <p>A call that was not sent fails with a {@link LaneClosedException}. An interrupt ends the wait with an
 * {@link InterruptedIOException}.
 */
public final class PatientInterceptor implements ClientHttpRequestInterceptor {

    private final PatientCalls calls;

    public PatientInterceptor(Patience patience) {
        this(PatientCalls.of(patience));
    }

    private PatientInterceptor(PatientCalls calls) {
        this.calls = calls;
    }

    /** Returns an interceptor with another opinion about which calls share a lane. */
    public PatientInterceptor withPartition(Partition partition) {
        return new PatientInterceptor(calls.withPartition(partition));
    }

    public PatientInterceptor withListener(ClientListener listener) {
        return new PatientInterceptor(calls.withListener(listener));
    }

    @Override
    public ClientHttpResponse intercept(HttpRequest request, byte[] body, ClientHttpRequestExecution execution)
            throws IOException {
        HttpHeaders headers = request.getHeaders();
        OutgoingCall outgoing = new OutgoingCall(
                request.getMethod().name(), request.getURI(), name -> Optional.ofNullable(headers.getFirst(name)));
        PatientCall call = calls.begin(outgoing, () -> true);
        KeptResponse refused = null;
        while (true) {
            Admission admission = admission(call);
            if (admission != Admission.GO) {
                if (refused == null) {
                    throw call.notSent(admission);
                }
                return refused;
            }
            call.headers().forEach(headers::set);
            ClientHttpResponse response = attempt(call, () -> execution.execute(request, body));
            if (response != null && next(call, response) == NextStep.HAND_BACK) {
                return response;
            }
            refused = response == null ? null : new KeptResponse(response);
        }
    }

    private static Admission admission(PatientCall call) throws InterruptedIOException {
        try {
            return call.awaitTurn();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            InterruptedIOException ended = new InterruptedIOException("interrupted while waiting for the server");
            ended.initCause(interrupted);
            throw ended;
        }
    }

    private interface Sending {
        ClientHttpResponse execute() throws IOException;
    }

    /** Returns no response if the attempt failed and another one follows. */
    private static @Nullable ClientHttpResponse attempt(PatientCall call, Sending sending) throws IOException {
        try {
            return sending.execute();
        } catch (IOException failure) {
            if (!Thread.currentThread().isInterrupted() && call.failed(failure) == NextStep.RETRY) {
                return null;
            }
            call.abandoned();
            throw failure;
        } catch (RuntimeException | Error ended) {
            call.abandoned();
            throw ended;
        }
    }

    private static NextStep next(PatientCall call, ClientHttpResponse response) throws IOException {
        return call.answered(response.getStatusCode().value(), SpringHeaders.of(response.getHeaders()));
    }
}
