package io.weir.service.http;

import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads a JSON object of a request, and rejects ambiguous text: repeated names, half of a surrogate pair, anything after the
 * object.
 *
 * <p>Texts become {@link String}, whole numbers {@link Long}, other numbers {@link Double}, {@code null} an empty {@link Optional}.
 */
final class StrictJson {

    private static final int MOST_DEPTH = 8;
    private static final int MOST_DIGITS = 40;
    private static final int MOST_IN_LIST = 100;

    /** The bound for all lists and objects together: a hundred requests with a hundred fields each. */
    private static final int MOST_VALUES = 10_000;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MOST_DEPTH)
                    .maxNumberLength(MOST_DIGITS)
                    .build())
            // The sender chooses the names, so none of them may be interned.
            .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
            .build();

    private final JsonParser parser;
    private int values;

    private StrictJson(JsonParser parser) {
        this.parser = parser;
    }

    static Map<String, Object> read(Body body) {
        try (JsonParser parser = parser(body)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new BadRequest("body", "must be a JSON object, which begins with {");
            }
            Map<String, Object> object = new StrictJson(parser).object("");
            if (parser.nextToken() != null) {
                throw new BadRequest("body", "must end with the JSON object");
            }
            return object;
        } catch (StreamConstraintsException tooMuch) {
            throw new BadRequest(
                    "body",
                    "must not be nested deeper than " + MOST_DEPTH + ", nor have numbers of more than " + MOST_DIGITS
                            + " digits");
        } catch (JacksonException broken) {
            if (broken.getCause() instanceof CharacterCodingException) {
                throw Body.notUtf8();
            }
            throw new BadRequest("body", "must be JSON, and is not" + place(broken.getLocation()));
        }
    }

    /** A body in several parts is read part after part, no further than it is found wrong. */
    private static JsonParser parser(Body body) {
        return body.isWhole()
                ? FACTORY.createParser(ObjectReadContext.empty(), body.text())
                : FACTORY.createParser(ObjectReadContext.empty(), body.reader());
    }

    private static String place(@Nullable TokenStreamLocation location) {
        return location == null ? "" : " at line " + location.getLineNr() + ", column " + location.getColumnNr();
    }

    private Map<String, Object> object(String where) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (String name = parser.nextName(); name != null; name = parser.nextName()) {
            String field = whole(name, where);
            parser.nextToken();
            if (fields.put(field, value(where, field)) != null) {
                throw new BadRequest(JsonFields.shortly(where + field), "must be given once");
            }
        }
        return fields;
    }

    private Object value(String where, String name) {
        if (++values > MOST_VALUES) {
            throw new BadRequest("body", "must have at most " + MOST_VALUES + " values");
        }
        JsonToken token = parser.currentToken();
        return switch (token) {
            case VALUE_STRING -> whole(parser.getString(), where + name);
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> Optional.empty();
            case VALUE_NUMBER_INT -> wholeNumber();
            case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            case START_OBJECT -> object(where + name + ".");
            case START_ARRAY -> array(where + name);
            default -> throw new IllegalStateException("no value begins with " + token);
        };
    }

    private Object wholeNumber() {
        return switch (parser.getNumberType()) {
            case INT, LONG -> parser.getLongValue();
            default -> parser.getDoubleValue();
        };
    }

    private List<Object> array(String where) {
        List<Object> list = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (list.size() == MOST_IN_LIST) {
                throw new BadRequest(JsonFields.shortly(where), "must have at most " + MOST_IN_LIST + " values");
            }
            list.add(value(where, "[" + list.size() + "]"));
        }
        return list;
    }

    /** Rejects half of a surrogate pair: in UTF-8 all of them would become the same question mark. */
    private static String whole(String text, String where) {
        int i = 0;
        while (i < text.length()) {
            int point = text.codePointAt(i);
            if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
                throw new BadRequest(
                        where.isEmpty() ? "body" : JsonFields.shortly(where), "must not have half a surrogate pair");
            }
            i += Character.charCount(point);
        }
        return text;
    }
}
