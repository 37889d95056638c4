package io.weir.policyfile.envoy;

/** One step of a request's descriptor, such as {@code remote_address} with the value {@code 192.0.2.7}. */
public record Entry(String key, String value) {

    /** As it is looked up among the descriptors of a file. */
    String joined() {
        return key + "_" + value;
    }

    int joinedLength() {
        return key.length() + 1 + value.length();
    }
}
