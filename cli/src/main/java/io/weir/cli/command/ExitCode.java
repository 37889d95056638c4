package io.weir.cli.command;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;

/** The exit codes of the {@code weir} command; each has one meaning, whatever the command. */
public enum ExitCode {
    DONE(0, "done, or the answer is yes: allowed, no mistakes"),
    NO(1, "the answer is no: denied, mistakes in a policy, failed requests of a bench"),
    USAGE(2, "wrong options, arguments or settings: nothing was done"),
    REFUSED(
            3,
            "the server refused: wrong token, mistakes in a policy, or another change came first; nothing was changed"),
    NOT_NOW(4, "not now: the server or its store cannot be reached, or the port is in use; try again later"),
    BROKEN(70, "the command or the service failed unexpectedly; the log says how");

    private final int number;
    private final String meaning;

    ExitCode(int number, String meaning) {
        this.number = number;
        this.meaning = meaning;
    }

    public int number() {
        return number;
    }

    /** Adds the list of exit codes to the help of a command and of all commands below it. */
    public static void describeIn(CommandSpec command) {
        Map<String, String> list = new LinkedHashMap<>();
        for (ExitCode code : values()) {
            list.put(Integer.toString(code.number), code.meaning);
        }
        command.usageMessage().exitCodeListHeading("%nExit codes:%n").exitCodeList(list);
        command.subcommands().values().forEach(sub -> describeIn(sub.getCommandSpec()));
    }
}
