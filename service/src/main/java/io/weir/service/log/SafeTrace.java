package io.weir.service.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import org.springframework.boot.logging.logback.ExtendedWhitespaceThrowableProxyConverter;

/** {@code %wEx}, the stack trace, as safe text. */
public final class SafeTrace extends ExtendedWhitespaceThrowableProxyConverter {

    @Override
    public String convert(ILoggingEvent event) {
        return SafeText.of(super.convert(event));
    }
}
