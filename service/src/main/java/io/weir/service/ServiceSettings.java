package io.weir.service;

/** How the service is to run, all checked. */
record ServiceSettings(int port, String bind, Access access) {}
