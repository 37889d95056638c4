package io.weir.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The output of {@code weir --version}: the version and commit that the build recorded, and the version of Java. */
final class WeirVersion implements IVersionProvider {

    @Override
    public String[] getVersion() throws IOException {
        String version = read("/META-INF/build-info.properties").getProperty("build.version", "of unknown version");
        return new String[] {
            "weir " + version + " (" + commit(read("/git.properties")) + ", Java " + Runtime.version() + ")"
        };
    }

    /** The commit, and whether the sources differed from it; unknown for a build outside of a Git repository. */
    static String commit(Properties git) {
        String id = git.getProperty("git.commit.id.abbrev");
        if (id == null) {
            return "commit unknown";
        }
        return "commit " + id + (git.getProperty("git.dirty", "false").equals("true") ? " with changes" : "");
    }

    private static Properties read(String resource) throws IOException {
        Properties properties = new Properties();
        try (InputStream stream = WeirVersion.class.getResourceAsStream(resource)) {
            if (stream != null) {
                properties.load(stream);
            }
        }
        return properties;
    }
}
