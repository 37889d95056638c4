package io.weir.service.envoy.port;

/** Answers a call whose message is larger than a message may be. */
public interface LargeMessageListener {

    void onLargeMessage();
}
