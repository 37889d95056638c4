package io.weir.policyfile;

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

/** A policy as it is written, or a part of one: the text of a file, and the name by which its mistakes are told. */
public record PolicyText(String name, String text) {

    /** Room for 10,000 rules, and a word as long as that takes SnakeYAML, which is slower than linear then, about a second. */
    private static final int MOST_BYTES = 2_000_000;

    /** Reads a file, or all files of a folder that end in {@code .yml} or {@code .yaml}, in the order of their names. */
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
                        folder.toString(), null, "there is no policy in this folder; name one something.yml");
            }
            return files;
        }
    }

    /** Editors keep their copies in hidden files. */
    private static boolean isPolicy(Path file) {
        String name = file.getFileName().toString();
        return !name.startsWith(".") && (name.endsWith(".yml") || name.endsWith(".yaml")) && Files.isRegularFile(file);
    }

    static PolicyText file(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return of(file.toString(), in.readNBytes(MOST_BYTES + 1));
        }
    }

    /** Throws an {@link InvalidPolicyException} if that is no UTF-8. */
    public static PolicyText of(String name, byte[] bytes) {
        CharBuffer text = CharBuffer.allocate(bytes.length);
        CoderResult result = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes), text, true);
        text.flip();
        if (result.isError() && bytes.length <= MOST_BYTES) {
            throw new Mistakes(name).last(Place.after(text.toString()), "this is no UTF-8; save the file as UTF-8");
        }
        return new PolicyText(name, text.toString());
    }

    /** Its tree, or nothing where there is a mistake that leaves none. */
    Yaml parse(Mistakes mistakes, String example) {
        return parse(mistakes, example, YamlParser.DEEPEST);
    }

    Yaml parse(Mistakes mistakes, String example, int deepest) {
        if (text.length() > MOST_BYTES || text.getBytes(StandardCharsets.UTF_8).length > MOST_BYTES) {
            throw mistakes.last(Place.START, "the file is longer than 2 MB; no policy is");
        }
        return YamlParser.parse(text, mistakes, deepest)
                .orElseThrow(() -> mistakes.last(Place.START, "the file is empty; write " + example));
    }
}
