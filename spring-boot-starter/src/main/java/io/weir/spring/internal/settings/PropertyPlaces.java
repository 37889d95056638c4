package io.weir.spring.internal.settings;

import io.weir.policyfile.internal.yaml.Place;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.boot.origin.OriginTrackedResource;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;

/** Finds where a property was written: file, line and column, or the name of its source. */
final class PropertyPlaces {

    private PropertyPlaces() {}

    static Place of(PropertySource<?> source, String name) {
        Origin origin = OriginLookup.getOrigin(source, name);
        if (origin instanceof TextResourceOrigin text && text.getLocation() != null) {
            return new Place(
                    text(text.getResource()),
                    text.getLocation().getLine() + 1,
                    text.getLocation().getColumn() + 1);
        }
        return Place.named(name + " in " + source.getName());
    }

    static String text(Place place) {
        return place.line() == 0 ? place.file() : place.file() + ":" + place.line() + ":" + place.column();
    }

    static String text(@Nullable Resource resource) {
        if (resource instanceof OriginTrackedResource tracked) {
            return text(tracked.getResource());
        }
        if (resource instanceof ClassPathResource onClassPath) {
            return "classpath:" + onClassPath.getPath();
        }
        try {
            return resource == null
                    ? "configuration"
                    : resource.isFile() ? resource.getFile().getPath() : resource.getDescription();
        } catch (IOException notAFile) {
            return resource.getDescription();
        }
    }
}
