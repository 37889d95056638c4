package io.weir.spring;

/** A setting cannot be used; says which, why, and what to write. */
final class InvalidSettingException extends IllegalArgumentException {

    InvalidSettingException(String setting, String why) {
        super(setting + ": " + why);
    }
}
