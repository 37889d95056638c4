package io.weir.cli.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The running server that a command talks to, and how it shows the answer. */
public final class ServerOptions extends WeirOptions {

    private static final int BAD_REQUEST = 400;
    private static final int UNAUTHORIZED = 401;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVICE_UNAVAILABLE = 503;

    @Option(
            names = "--url",
            paramLabel = "<url>",
            defaultValue = "http://127.0.0.1:8080",
            description = "The server, http://127.0.0.1:8080 by default (WEIR_URL).")
    private URI url = URI.create("");

    @Option(
            names = "--token",
            paramLabel = "<token>",
            description =
                    "The check or admin token, if the server wants one; better set as WEIR_TOKEN, since ps shows command"
                            + " lines.")
    private @Nullable String token;

    @Option(names = "--json", description = "Prints JSON: the server's answer as it came, or the figures.")
    private boolean json;

    /** The server's URL, which has a host and is http or https. */
    public URI httpUrl() {
        boolean http = "http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme());
        if (!http || url.getHost() == null) {
            throw notHttp();
        }
        return url;
    }

    /** Asks this server instead of the one that {@code --url} names. */
    public void useUrl(URI other) {
        url = other;
    }

    public boolean json() {
        return json;
    }

    @Nullable
    public String token() {
        return token;
    }

    /** Makes the call and shows the response, or the reason of a rejection; returns the exit code. */
    public ExitCode send(ServerCall call, AnswerLine line) throws InterruptedException {
        HttpResponse<String> response = response(call);
        ExitCode code = show(response, line);
        if (!json && isProblem(response)) {
            JsonNode mistakes = read(response).path("mistakes");
            mistakes.valueStream()
                    .limit(mistakes.size() > 1 ? mistakes.size() : 0)
                    .forEach(mistake -> spec().commandLine().getErr().println("  " + place(mistake)));
        }
        return code;
    }

    private static String place(JsonNode mistake) {
        String line = mistake.path("line").asInt() == 0
                ? ""
                : mistake.path("line").asInt() + ":" + mistake.path("column").asInt() + ":";
        return mistake.path("file").asString() + ":" + line + " "
                + mistake.path("message").asString();
    }

    /** Sends the JSON and shows the response; returns the exit code, which is 1 if the request is not allowed. */
    public ExitCode post(String action, String body, AnswerLine line) throws InterruptedException {
        HttpResponse<String> response =
                response(new ServerCall("POST", "/api/v1/rate-limit/" + action, Map.of(), body));
        ExitCode code = show(response, line);
        boolean denied =
                code == ExitCode.DONE && !read(response).path("allowed").asBoolean();
        return denied ? ExitCode.NO : code;
    }

    /** Makes the call and returns its response; fails unless the status is 200. */
    public JsonNode ask(ServerCall call) throws InterruptedException {
        HttpResponse<String> response = response(call);
        if (response.statusCode() != 200) {
            throw new CommandFailure(failure(response), refusal(response));
        }
        return read(response);
    }

    private ExitCode show(HttpResponse<String> response, AnswerLine line) {
        PrintWriter out = spec().commandLine().getOut();
        int status = response.statusCode();
        boolean answered = status == 200 || status == 201 || status == 204 || status == TOO_MANY_REQUESTS;
        if (json) {
            out.println(response.body());
        } else if (answered) {
            out.println(line.of(status == 204 ? JsonMapper.shared().createObjectNode() : read(response)));
        } else {
            spec().commandLine().getErr().println(refusal(response));
        }
        return status == TOO_MANY_REQUESTS ? ExitCode.NO : answered ? ExitCode.DONE : failure(response);
    }

    private static ExitCode failure(HttpResponse<String> response) {
        return switch (response.statusCode()) {
            case SERVICE_UNAVAILABLE -> ExitCode.NOT_NOW;
            case BAD_REQUEST -> namesAnArgument(response) ? ExitCode.USAGE : ExitCode.REFUSED;
            default -> ExitCode.REFUSED;
        };
    }

    /** Whether one of the arguments is wrong, and not a line of the file that was sent. */
    private static boolean namesAnArgument(HttpResponse<String> response) {
        return isProblem(response)
                && read(response)
                        .path("mistakes")
                        .valueStream()
                        .allMatch(mistake -> mistake.path("line").asInt() == 0);
    }

    private String refusal(HttpResponse<String> response) {
        if (response.statusCode() != UNAUTHORIZED) {
            return "The server refused: " + detail(response);
        }
        String what = token == null ? "No token was given" : "Wrong token";
        return what
                + ": set WEIR_TOKEN (or --token) to the server's token; the admin token is in the file admin-token of"
                + " its data folder, ~/.weir by default";
    }

    /** Formats a response as readable text. */
    public interface AnswerLine {
        String of(JsonNode answer);
    }

    private HttpResponse<String> response(ServerCall call) throws InterruptedException {
        try {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + call.target()))
                    .timeout(Duration.ofSeconds(10))
                    .method(
                            call.method(),
                            call.body().isEmpty()
                                    ? HttpRequest.BodyPublishers.noBody()
                                    : HttpRequest.BodyPublishers.ofString(call.body()));
            call.headers().forEach(request::header);
            if (token != null) {
                request.header("Authorization", "Bearer " + token);
            }
            return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException unreachable) {
            throw unreachable();
        } catch (IllegalArgumentException notHttp) {
            throw notHttp();
        }
    }

    public CommandFailure unreachable() {
        return new CommandFailure(
                ExitCode.NOT_NOW, "Cannot reach " + url + ": start it with weir serve, or say where it is with --url");
    }

    private ParameterException notHttp() {
        return wrong("--url must be like http://127.0.0.1:8080, but was " + url);
    }

    private static JsonNode read(HttpResponse<String> response) {
        return JsonMapper.shared().readTree(response.body());
    }

    private static String detail(HttpResponse<String> response) {
        return isProblem(response) ? read(response).path("detail").asString() : "HTTP " + response.statusCode();
    }

    private static boolean isProblem(HttpResponse<String> response) {
        return response.headers()
                .firstValue("Content-Type")
                .filter(type -> type.startsWith("application/problem+json"))
                .isPresent();
    }

    public static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
