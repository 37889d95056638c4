package io.weir.benchmarks.bots;

import java.util.List;

/**
 * A half of the traffic with clients, versions, paths and a seed of its own.
 *
 * @param tools that send the requests of tools
 * @param leastVersion of Chromium and Firefox
 * @param page the path of a page by its number
 * @param call the path of a call that the script of a page makes
 */
record TrafficPart(
        String name,
        long seed,
        List<String> tools,
        int leastVersion,
        int mostVersion,
        List<String> browsers,
        String page,
        String call) {

    /** The points of signals may be chosen by what is seen here. */
    static final TrafficPart TRAINING = new TrafficPart(
            "training",
            1,
            List.of("curl", "wget", "urllib", "aiohttp", "go", "http", "got", "ruby"),
            120,
            138,
            List.of("chromium", "chromium", "firefox"),
            "/products/%d",
            "/api/stock/%d");

    /** Shows how well the points work for clients for which they were not chosen. */
    static final TrafficPart HELD_OUT = new TrafficPart(
            "held-out",
            2,
            List.of("requests", "httpx", "java", "urlconnection", "fetch", "axios", "wrk", "perl"),
            139,
            156,
            List.of("chromium", "chromium", "safari", "firefox"),
            "/catalog/item-%d/details",
            "/catalog/%d/offers");
}
