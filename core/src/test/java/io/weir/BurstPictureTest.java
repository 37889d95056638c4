package io.weir;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class BurstPictureTest {

    /** After a change, copy target/burst.svg to docs/burst.svg, having looked at it. */
    @Test
    void thePictureInTheDocsIsTheOneTheCodeDraws() throws Exception {
        String picture = new BurstPicture().draw();
        Files.writeString(Path.of("target", "burst.svg"), picture);
        assertThat(Path.of("..", "docs", "burst.svg")).hasContent(picture);
    }
}
