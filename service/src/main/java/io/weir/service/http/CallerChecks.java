package io.weir.service.http;

/** Looks at who makes a request, before an endpoint does. */
public interface CallerChecks {

    /** Takes every request as it is. */
    CallerChecks NONE = new CallerChecks() {
        @Override
        public Incoming identified(Incoming head) {
            return head;
        }

        @Override
        public void unauthorized(Incoming head) {}
    };

    /** The request with what is found about the API key in its Authorization header. */
    Incoming identified(Incoming head);

    /** Called when an endpoint rejects the token or key of a request. */
    void unauthorized(Incoming head);
}
