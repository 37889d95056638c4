@echo off
rem Runs the weir command on Windows. Builds it first if the jar is missing. The script weir does the same on other systems.
rem After a change of the sources, delete cli\target\weir.jar and bench\target\weir-bench.jar: this script does not notice that the jars are old.
rem weir bench is the load generator. It is not in weir.jar, but in a separate jar that also has all other commands.
rem WEIR_JAVA_OPTS holds options for the Java virtual machine, such as -Xmx2g.
setlocal
set "root=%~dp0"
set "module=cli"
if "%~1"=="bench" set "module=bench"
set "jar=%root%cli\target\weir.jar"
if "%~1"=="bench" set "jar=%root%bench\target\weir-bench.jar"
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"
"%java%" --list-modules 2>nul | findstr /b /r /c:"java.base@1[7-9]" /c:"java.base@[2-9][0-9]" >nul
if errorlevel 1 goto oldjava
if exist "%jar%" goto run

"%java%" --list-modules | findstr /b /c:"jdk.compiler@" >nul
if errorlevel 1 goto nocompiler
echo Building weir (a few minutes on a fresh machine) 1>&2
pushd "%root%"
call "%root%mvnw.cmd" --batch-mode --quiet -pl "%module%" -am -Dmaven.test.skip -Dspotless.check.skip package 1>&2
if errorlevel 1 goto failed
popd

:run
rem Short commands need half the processor time without the second compiler and with one collector thread.
set "options=-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
if "%~1"=="serve" set "options="
if "%~1"=="bench" set "options="
"%java%" -XX:+ExitOnOutOfMemoryError %options% %WEIR_JAVA_OPTS% -jar "%jar%" %*
exit /b %errorlevel%

:oldjava
"%java%" -version >nul 2>&1
if errorlevel 1 goto nojava
echo weir: needs Java 17 or later, but "%java%" is older 1>&2
goto install

:nojava
echo weir: cannot run "%java%" 1>&2
goto install

:nocompiler
echo weir: "%java%" cannot compile: it is a runtime only 1>&2

:install
echo weir: install a JDK 17 or later, such as from https://adoptium.net, and set JAVA_HOME to its folder 1>&2
exit /b 1

:failed
popd
echo weir: the build failed 1>&2
exit /b 1
