package io.weir.policyfile;

import io.weir.policyfile.internal.yaml.Mistakes;
import io.weir.policyfile.internal.yaml.Place;
import io.weir.policyfile.internal.yaml.YamlParser;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The text of a policy or of a part of one.
 *
 * @param name the name of the file, which is part of every reported mistake
 */
public record PolicyText(String name, String text) {

    /**
     * Reads a file, or all files of a folder that end in {@code .yml} or {@code .yaml}, in the order of their names.
     */
    public static List<PolicyText> read(Path fileOrFolder) throws IOException {
        if (!Files.isDirectory(fileOrFolder)) {
            return List.of(file(fileOrFolder));
        }
        List<PolicyText> texts = new ArrayList<>();
        for (Path file : filesOf(fileOrFolder)) {
            texts.add(file(file));
        }
        return texts;
    }

    private static List<Path> filesOf(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            List<Path> files = all.filter(PolicyText::isPolicy).sorted().toList();
            if (files.isEmpty()) {
                throw new NoSuchFileException(
                        folder.toString(),
                        null,
                        "this folder has no policy; the name of a policy ends in .yml or .yaml");
            }
            return files;
        }
    }

    /** Hidden files are ignored, because editors keep copies in them. */
    private static boolean isPolicy(Path file) {
        String name = file.getFileName().toString();
        return !name.startsWith(".") && (name.endsWith(".yml") || name.endsWith(".yaml")) && Files.isRegularFile(file);
    }

    /** Reads one file, whatever its name. */
    public static PolicyText file(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return of(file.toString(), in.readNBytes(YamlParser.MOST_BYTES + 1));
        }
    }

    /** Decodes a file; throws an {@link InvalidPolicyException} if it is not UTF-8. */
    public static PolicyText of(String name, byte[] bytes) {
        CharBuffer text = CharBuffer.allocate(bytes.length);
        CoderResult result = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes), text, true);
        text.flip();
        if (result.isError() && bytes.length <= YamlParser.MOST_BYTES) {
            throw new Mistakes(name).last(Place.after(text.toString()), "this is not UTF-8; save the file as UTF-8");
        }
        return new PolicyText(name, text.toString());
    }
}
