package io.weir.spring.internal.actuator;

import java.util.Map;

/** What a probe found, in the words of the actuator of either line of Spring Boot. */
record ProbedHealth(String status, Map<String, ?> details) {}
