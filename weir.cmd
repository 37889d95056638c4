@echo off
rem Runs the weir command on Windows, building it first if it is not there yet; weir is the same for other systems.
rem After a change of the sources, delete service\target\weir.jar to build again.
rem WEIR_JAVA_OPTS holds options for the Java virtual machine, such as -Xmx2g.
setlocal
set "root=%~dp0"
set "jar=%root%service\target\weir.jar"
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"
if exist "%jar%" goto run

echo Building weir (a few minutes on a fresh machine) 1>&2
pushd "%root%"
call mvnw.cmd --batch-mode --quiet -pl service -am -Dmaven.test.skip -Dspotless.check.skip package 1>&2
if errorlevel 1 (
  popd
  echo weir: the build failed; it needs a JDK 17 or later, named by JAVA_HOME or first on the PATH 1>&2
  exit /b 1
)
popd

:run
"%java%" -XX:+ExitOnOutOfMemoryError %WEIR_JAVA_OPTS% -jar "%jar%" %*
