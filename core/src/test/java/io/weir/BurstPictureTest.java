package io.weir;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class BurstPictureTest {

    /** After an intended change, look at target/burst.svg and copy it to docs/burst.svg. */
    @Test
    void thePictureInTheDocsEqualsTheDrawnOne() throws Exception {
        String picture = new BurstPicture().draw();
        Files.writeString(Path.of("target", "burst.svg"), picture);
        assertThat(Path.of("..", "docs", "burst.svg")).hasContent(picture);
    }
}
