package io.weir.lab.log;

import java.util.List;

/** Finds the named fields of a line. Each file has an instance of its own, because headers change what columns mean. */
sealed interface LogFormat permits TextFormat, JsonFormat, ColumnsFormat {

    /** What a line is. */
    enum Line {
        READ,
        UNREADABLE,

        /** A header or a comment, which is no request. */
        SKIPPED
    }

    /** Returns the names that lines of this format may have; empty if that is known only after the first line. */
    List<String> names();

    /** Returns the same format for another file, which finds these names only, in this order. */
    LogFormat finding(List<String> wanted);

    /** Reads the bytes of one line, without its end; sets the fields that {@link #finding} has asked for. */
    Line read(byte[] line, int from, int to, LineFields fields);
}
