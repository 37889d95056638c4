# Builds the shop for run and attack. It is sourced by them.
jar=$here/target/shop.jar
stamp=$here/target/built
java=${JAVA_HOME:+$JAVA_HOME/bin/}java

# Builds if a source is newer than the jar.
build_shop() {
  local root=$here/../..
  if [ -f "$jar" ] && [ -f "$stamp" ] && [ -z "$(find "$root"/*/src/main "$here/pom.xml" "$here/src/main" -newer "$stamp" -type f -print -quit)" ]; then
    return
  fi
  echo "Building the shop, which takes a minute or two the first time …" >&2
  local log
  log=$(mktemp)
  if ! (cd "$root" && ./mvnw -B -q -pl examples/shop -am -Dmaven.test.skip -Dspotless.check.skip package) >"$log" 2>&1; then
    cat "$log" >&2
    echo "The shop could not be built. It needs a JDK 17 or later; JAVA_HOME names one." >&2
    exit 1
  fi
  rm -f "$log"
  touch "$stamp"
}
