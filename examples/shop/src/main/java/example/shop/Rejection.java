package example.shop;

/** Something that the shop does not do, with a sentence for the person who asked for it. */
public final class Rejection extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** Why, as the status of a response. */
    public enum Kind {
        INVALID(400),
        NOT_FOUND(404),
        CONFLICT(409),
        PAYMENT_REQUIRED(402);

        private final int status;

        Kind(int status) {
            this.status = status;
        }

        public int status() {
            return status;
        }
    }

    private final Kind kind;
    private final String sentence;

    private Rejection(Kind kind, String sentence) {
        super(sentence);
        this.kind = kind;
        this.sentence = sentence;
    }

    public static Rejection invalid(String sentence) {
        return new Rejection(Kind.INVALID, sentence);
    }

    public static Rejection notFound(String sentence) {
        return new Rejection(Kind.NOT_FOUND, sentence);
    }

    public static Rejection conflict(String sentence) {
        return new Rejection(Kind.CONFLICT, sentence);
    }

    public static Rejection notPaid(String sentence) {
        return new Rejection(Kind.PAYMENT_REQUIRED, sentence);
    }

    public Kind kind() {
        return kind;
    }

    public String sentence() {
        return sentence;
    }
}
