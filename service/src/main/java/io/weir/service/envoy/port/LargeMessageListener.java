package io.weir.service.envoy.port;

/** Answers a call whose message is too large. */
public interface LargeMessageListener {

    void onLargeMessage();
}
