package io.weir.policyfile.internal.envoy;

/** One entry of a request's descriptor, such as {@code remote_address} with the value {@code 192.0.2.7}. */
public record Entry(String key, String value) {

    /** Returns the name by which {@link Level} finds a descriptor. */
    String joined() {
        return key + "_" + value;
    }

    int joinedLength() {
        return key.length() + 1 + value.length();
    }
}
