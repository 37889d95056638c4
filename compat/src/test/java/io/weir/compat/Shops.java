package io.weir.compat;

/** The applications that all tests share; each is started once. */
final class Shops {

    private static final String TRUSTS_NOBODY = "--rate-limit.trusted-proxies=";

    private Shops() {}

    private static final class Servlet {
        static final RunningApp APP = RunningApp.start(ServletShop.class, "shop", ServletShop.TYPE);
    }

    private static final class Reactive {
        static final RunningApp APP = RunningApp.start(ReactiveShop.class, "shop", ReactiveShop.TYPE);
    }

    private static final class DirectServlet {
        static final RunningApp APP = RunningApp.start(OpenShop.class, "shop", ServletShop.TYPE, OpenShop.NO_SECURITY, TRUSTS_NOBODY);
    }

    private static final class DirectReactive {
        static final RunningApp APP = RunningApp.start(ReactiveShop.class, "shop", ReactiveShop.TYPE, TRUSTS_NOBODY);
    }

    static RunningApp servlet() {
        return Servlet.APP;
    }

    static RunningApp reactive() {
        return Reactive.APP;
    }

    /** Without Spring Security. */
    static RunningApp directServlet() {
        return DirectServlet.APP;
    }

    static RunningApp directReactive() {
        return DirectReactive.APP;
    }
}
