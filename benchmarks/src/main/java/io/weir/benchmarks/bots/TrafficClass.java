package io.weir.benchmarks.bots;

/** What kind of client a visit belongs to, which the classifier is not told. */
enum TrafficClass {
    TOOLS("libraries and commands as they are", true),
    FAKED_TOOLS("the same with a browser's agent, or with headers from a tutorial", true),
    COPIED_HEADERS("all headers of Chrome copied, fixed pace", true),
    CHANGING_AGENTS("the same with an agent for each request, irregular", true),
    HEADLESS("headless Chromium", true),
    FAKED_HEADLESS("headless Chromium with another agent", true),
    DRIVEN_BROWSER("Chromium with a window, in order, with a person's pauses", true),
    MANY_ADDRESSES("200 addresses, a request a minute each", true),
    STUFFING("stolen passwords, a few from each address", true),
    SIGN_UPS("Chromium with a window that fills in every field of forms", true),

    BROWSERS("browsers, with a person's pauses", false),
    TABS("ten tabs at once", false),
    OFFICE("offices of 200 behind one address", false),
    PRIVATE("browsers without cookies or hints", false),
    GALLERY("browsers that turn over numbered pictures", false),
    DASHBOARD("an open page that polls", false),
    APP("our own app, an allowed agent", false);

    private final String title;
    private final boolean isBot;

    TrafficClass(String title, boolean isBot) {
        this.title = title;
        this.isBot = isBot;
    }

    String title() {
        return title;
    }

    boolean isBot() {
        return isBot;
    }
}
