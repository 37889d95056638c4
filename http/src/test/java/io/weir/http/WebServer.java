package io.weir.http;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServlet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Wrapper;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http2.Http2Protocol;
import org.apache.tomcat.util.descriptor.web.ErrorPage;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;

/** A Tomcat that leaves rejecting paths to its filters, and calls them for every dispatch. */
record WebServer(Tomcat tomcat) implements AutoCloseable {

    static final int THREADS = 8;

    // Kept in a field, because a logger without strong references loses its level.
    private static final Logger LOG = Logger.getLogger("org.apache");

    static WebServer start(HttpServlet app, List<Filter> filters) throws Exception {
        return start(app, filters, context -> {});
    }

    static WebServer start(HttpServlet app, List<Filter> filters, Consumer<ServletContext> setUp) throws Exception {
        LOG.setUseParentHandlers(false);
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(folder().toString());
        tomcat.setConnector(connector());
        Context context = tomcat.addContext("", folder().toString());
        context.setAllowCasualMultipartParsing(false);
        Wrapper servlet = Tomcat.addServlet(context, "app", app);
        servlet.setAsyncSupported(true);
        context.addServletMappingDecoded("/", "app");
        ErrorPage page = new ErrorPage();
        page.setLocation("/sorry");
        context.addErrorPage(page);
        for (int i = 0; i < filters.size(); i++) {
            add(context, "filter-" + i, filters.get(i));
        }
        context.addServletContainerInitializer((classes, servletContext) -> setUp.accept(servletContext), Set.of());
        tomcat.start();
        return new WebServer(tomcat);
    }

    private static Path folder() throws IOException {
        Path folder = Files.createTempDirectory("weir-http");
        folder.toFile().deleteOnExit();
        return folder;
    }

    private static Connector connector() {
        Connector connector = new Connector();
        connector.setPort(0);
        connector.setProperty("address", "127.0.0.1");
        connector.setProperty("maxThreads", Integer.toString(THREADS));
        connector.setEncodedSolidusHandling("passthrough");
        connector.setEncodedReverseSolidusHandling("passthrough");
        Http2Protocol http2 = new Http2Protocol();
        http2.setMaxConcurrentStreams(2_000);
        http2.setMaxConcurrentStreamExecution(2_000);
        connector.addUpgradeProtocol(http2);
        return connector;
    }

    private static void add(Context context, String name, Filter filter) {
        FilterDef definition = new FilterDef();
        definition.setFilterName(name);
        definition.setFilter(filter);
        definition.setAsyncSupported("true");
        context.addFilterDef(definition);
        FilterMap map = new FilterMap();
        map.setFilterName(name);
        map.addURLPattern("/*");
        for (DispatcherType type : DispatcherType.values()) {
            map.setDispatcher(type.name());
        }
        context.addFilterMap(map);
    }

    int port() {
        return tomcat.getConnector().getLocalPort();
    }

    @Override
    public void close() {
        try {
            tomcat.stop();
            tomcat.destroy();
        } catch (LifecycleException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
