package io.weir.http.internal;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/*
 * A body can be read once, either by the container, which then knows the parameters, or by whoever opens the stream. If this
 * request reads it for a field, it keeps the bytes, and answers for both afterwards.
 */
/** A request with a form. Its fields can be read before the application, which can still read parameters or the body. */
public final class FormRequest extends HttpServletRequestWrapper {

    private byte @Nullable [] body;
    private Map<String, String[]> parameters = Map.of();
    private boolean isReadByOthers;

    public FormRequest(HttpServletRequest request) {
        super(request);
    }

    /**
     * Returns the first of these fields that is not blank.
     *
     * @throws FormTooLargeException if the form is too large to look for it
     */
    Optional<String> field(List<String> names) {
        if (!keeps(FormFields.MOST_BYTES)) {
            throw new FormTooLargeException();
        }
        Map<String, String[]> known = body == null ? super.getParameterMap() : parameters;
        return names.stream()
                .flatMap(name -> Stream.of(known.getOrDefault(name, new String[0])))
                .filter(value -> !value.isBlank())
                .findFirst();
    }

    /** Reads the form, unless it was read before; returns false if it has more bytes than these. */
    public boolean keeps(long most) {
        if (body == null && !isReadByOthers) {
            return read(most);
        }
        return body == null || body.length <= most;
    }

    private boolean read(long most) {
        if (getContentLengthLong() > most) {
            return false;
        }
        try {
            byte[] bytes = super.getInputStream().readNBytes((int) Math.min(Integer.MAX_VALUE, most + 1));
            if (bytes.length > most) {
                return false;
            }
            // A filter before this one may have asked for parameters, so that the container has read the body.
            isReadByOthers = bytes.length == 0;
            if (!isReadByOthers) {
                keep(bytes);
            }
        } catch (IllegalStateException readAlready) {
            isReadByOthers = true;
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
        return true;
    }

    private void keep(byte[] bytes) {
        // The container knows those of the query only, since it cannot read the body any more.
        Map<String, String[]> all = new LinkedHashMap<>(super.getParameterMap());
        FormFields.parse(bytes, charset(StandardCharsets.UTF_8)).forEach((name, values) -> {
            Stream<String> ofQuery = Stream.of(all.getOrDefault(name, new String[0]));
            all.put(name, Stream.concat(ofQuery, values.stream()).toArray(String[]::new));
        });
        parameters = Collections.unmodifiableMap(all);
        body = bytes;
    }

    private Charset charset(Charset usual) {
        String named = getCharacterEncoding();
        return named == null ? usual : Charset.forName(named);
    }

    @Override
    public Map<String, String[]> getParameterMap() {
        isReadByOthers |= body == null;
        return body == null ? super.getParameterMap() : parameters;
    }

    @Override
    public @Nullable String getParameter(String name) {
        String[] values = getParameterValues(name);
        return values == null || values.length == 0 ? null : values[0];
    }

    @Override
    public String @Nullable [] getParameterValues(String name) {
        String[] values = getParameterMap().get(name);
        return values == null ? null : Arrays.copyOf(values, values.length);
    }

    @Override
    public Enumeration<String> getParameterNames() {
        return Collections.enumeration(getParameterMap().keySet());
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
        isReadByOthers |= body == null;
        return body == null ? super.getInputStream() : new KeptBody(new ByteArrayInputStream(body));
    }

    @Override
    public BufferedReader getReader() throws IOException {
        isReadByOthers |= body == null;
        return body == null
                ? super.getReader()
                : new BufferedReader(new InputStreamReader(getInputStream(), charset(StandardCharsets.ISO_8859_1)));
    }

    private static final class KeptBody extends ServletInputStream {

        private final ByteArrayInputStream bytes;

        KeptBody(ByteArrayInputStream bytes) {
            this.bytes = bytes;
        }

        @Override
        public int read() {
            return bytes.read();
        }

        @Override
        public int read(byte[] into, int from, int length) {
            return bytes.read(into, from, length);
        }

        @Override
        public boolean isFinished() {
            return bytes.available() == 0;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            try {
                listener.onDataAvailable();
                listener.onAllDataRead();
            } catch (IOException failure) {
                listener.onError(failure);
            }
        }
    }
}
