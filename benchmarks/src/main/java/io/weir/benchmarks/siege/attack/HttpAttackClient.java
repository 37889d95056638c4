package io.weir.benchmarks.siege.attack;

import io.weir.benchmarks.siege.probe.AnswerReader;
import java.nio.ByteBuffer;
import java.util.function.Supplier;

/** Sends HTTP requests: one after the answer to the one before, or all that it has whatever the server does. */
public final class HttpAttackClient implements AttackClient {

    private final Supplier<ByteBuffer> requests;
    private final Manner manner;
    private final AttackTally tally;
    private final AnswerReader answers;
    private ByteBuffer sending;
    private int unanswered = 1;

    /** The ways in which a client sends requests. */
    public enum Manner {
        /** Sends the next request when the one before is answered. */
        ASK,
        /** Sends several requests at once, and as many again when all are answered. */
        PIPELINE,
        /** Sends once, and then stays connected. */
        HOLD,
        /** Sends once, and reads nothing. */
        IGNORE
    }

    public HttpAttackClient(Supplier<ByteBuffer> requests, Manner manner, AttackTally tally) {
        this.requests = requests;
        this.manner = manner;
        this.tally = tally;
        this.answers = new AnswerReader(this::answered);
        this.sending = requests.get();
        this.unanswered = batch();
    }

    private int batch() {
        return manner == Manner.PIPELINE ? Attack.PIPELINED : 1;
    }

    @Override
    public ByteBuffer toSend() {
        return sending;
    }

    @Override
    public void received(ByteBuffer bytes) {
        answers.read(bytes);
    }

    private void answered(AnswerReader.Answer answer) {
        tally.answered(answer);
        unanswered--;
        if (unanswered == 0 && comesBack()) {
            sending = requests.get();
            unanswered = batch();
        }
    }

    @Override
    public boolean reads() {
        return manner != Manner.IGNORE;
    }

    @Override
    public boolean comesBack() {
        return manner == Manner.ASK || manner == Manner.PIPELINE;
    }
}
