package io.weir.spring.internal.settings;

/** A setting is invalid; the message names the setting, the reason and what to write instead. */
public final class InvalidSettingException extends IllegalArgumentException {

    public InvalidSettingException(String setting, String why) {
        super(setting + ": " + why);
    }
}
