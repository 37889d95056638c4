package io.weir.guard.bot;

import java.util.List;
import java.util.Set;

/** The words of User-Agents, in lower case. */
final class AgentWords {

    /** Libraries, commands and scanners: the whole word, or its part before the first hyphen. */
    private static final Set<String> TOOLS = Set.of(
            "curl",
            "libcurl",
            "wget",
            "wget2",
            "python",
            "urllib",
            "requests",
            "aiohttp",
            "httpx",
            "scrapy",
            "go-http-client",
            "okhttp",
            "java",
            "apache-httpclient",
            "jakarta",
            "libwww",
            "lwp",
            "perl",
            "ruby",
            "faraday",
            "php",
            "guzzlehttp",
            "axios",
            "node",
            "undici",
            "got",
            "superagent",
            "postmanruntime",
            "insomnia",
            "httpie",
            "dart",
            "reqwest",
            "hyper",
            "colly",
            "puppeteer",
            "playwright",
            "selenium",
            "phantomjs",
            "cypress",
            "electron",
            "wrk",
            "hey",
            "k6",
            "gatling",
            "jmeter",
            "masscan",
            "zgrab",
            "nmap",
            "sqlmap",
            "nikto",
            "nuclei",
            "dirbuster",
            "feedparser",
            "mechanize",
            "winhttp",
            "powershell",
            "slurp",
            "facebookexternalhit",
            "compatible");

    private static final List<String> TOOL_ENDS =
            List.of("bot", "crawler", "crawl", "spider", "scraper", "fetcher", "checker", "monitor", "scanner");

    /** A maker of phones, whose name ends like that of a crawler. */
    private static final String NO_TOOL = "cubot";

    /** What may stand in the User-Agent of a browser beside its engine, and of programs that show pages in a view. */
    private static final Set<String> BROWSER_PRODUCTS = Set.of(
            "mozilla",
            "applewebkit",
            "gecko",
            "chrome",
            "safari",
            "firefox",
            "version",
            "mobile",
            "edg",
            "edga",
            "edgios",
            "edge",
            "opr",
            "opx",
            "opios",
            "vivaldi",
            "yabrowser",
            "yowser",
            "samsungbrowser",
            "crios",
            "fxios",
            "gsa",
            "duckduckgo",
            "ddg",
            "whale",
            "ubrowser",
            "ucbrowser",
            "miuibrowser",
            "huaweibrowser",
            "heytapbrowser",
            "vivobrowser",
            "brave",
            "qqbrowser",
            "mqqbrowser",
            "micromessenger",
            "instagram",
            "line",
            "snapchat",
            "pinterest",
            "whatsapp",
            "fban",
            "fbav",
            "fb_iab",
            "fbios",
            "silk",
            "qtwebengine",
            "ecosia",
            "epiphany",
            "avast",
            "avg",
            "android");

    private AgentWords() {}

    static boolean isTool(String word) {
        if (TOOLS.contains(word)) {
            return true;
        }
        int hyphen = word.indexOf('-');
        if (hyphen > 0 && TOOLS.contains(word.substring(0, hyphen))) {
            return true;
        }
        return !word.startsWith(NO_TOOL) && TOOL_ENDS.stream().anyMatch(word::endsWith);
    }

    static boolean isOfBrowsers(String product) {
        boolean isOfFacebook = product.length() == 4 && product.startsWith("fb");
        return isOfFacebook || BROWSER_PRODUCTS.contains(product);
    }
}
