package io.weir.cli.command;

import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Progress bars for terminals; they show nothing when the output goes into a file. */
public final class Progress {

    private Progress() {}

    // On JDK 22 to 24 there always is a console, so that bars go into files there too.
    @SuppressWarnings("SystemConsoleNull")
    public static ProgressBarBuilder bar(String name) {
        ProgressBarBuilder bar = new ProgressBarBuilder().setTaskName(name).setStyle(ProgressBarStyle.ASCII);
        return System.console() == null ? bar.setConsumer(new DelegatingProgressBarConsumer(line -> {})) : bar;
    }
}
