package io.weir.lab.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * The report as one HTML file: the JSON, the page that shows it, and uPlot. Its content security policy allows these
 * scripts and styles by their hashes and nothing else, so the page cannot ask any server for anything.
 */
public final class HtmlReport {

    private HtmlReport() {}

    public static String of(SimulationReport report) {
        String uplot = resource("uPlot.iife.min.js");
        String script = resource("page.js");
        String uplotStyle = resource("uPlot.min.css");
        String style = resource("page.css");
        String policy = "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; script-src "
                + hash(uplot) + " " + hash(script) + "; style-src " + hash(uplotStyle) + " " + hash(style);
        // A text that ends the element early would be a script of its own, so no < is written.
        String data = JsonReport.of(report).replace("<", "\\u003c");
        return resource("page.html")
                .replace("@policy@", policy)
                .replace("@uplot-style@", uplotStyle)
                .replace("@style@", style)
                .replace("@uplot@", uplot)
                .replace("@script@", script)
                .replace("@data@", data);
    }

    private static String resource(String name) {
        try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("there is no " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
