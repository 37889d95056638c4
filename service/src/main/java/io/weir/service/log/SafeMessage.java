package io.weir.service.log;

import ch.qos.logback.classic.pattern.MessageConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;

/** {@code %m} as safe text. */
public final class SafeMessage extends MessageConverter {

    @Override
    public String convert(ILoggingEvent event) {
        return SafeText.of(super.convert(event));
    }
}
