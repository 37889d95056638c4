package io.weir.testkit.internal;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One public type and its public and protected members as text. */
record TypeText(Class<?> type) {

    private static final Pattern PACKAGE = Pattern.compile("\\b(?:[a-z][a-z0-9_]*\\.)+(?=[A-Z])");
    private static final Set<String> OF_EVERY_OBJECT = Set.of("equals(Object)", "hashCode()", "toString()");

    /** Returns whether code in other packages can name the type. */
    static boolean isVisible(Class<?> type) {
        boolean isNamed = !type.isAnonymousClass() && !type.isLocalClass() && !type.isSynthetic();
        Class<?> outer = isNamed ? type.getEnclosingClass() : null;
        boolean isOpen = Modifier.isPublic(type.getModifiers()) || Modifier.isProtected(type.getModifiers());
        return isNamed && isOpen && (outer == null || isVisible(outer));
    }

    String name() {
        return type.getName().replace('$', '.');
    }

    /** Such as {@code final class io.weir.RateLimiter implements AutoCloseable}. */
    String heading() {
        return kind() + " " + name() + variables(type.getTypeParameters(), "") + components() + parents();
    }

    private String kind() {
        String kind = type.isAnnotation()
                ? "annotation"
                : type.isInterface() ? "interface" : type.isEnum() ? "enum" : type.isRecord() ? "record" : "class";
        if (type.isSealed() && !type.isEnum()) {
            return "sealed " + kind;
        }
        if (!kind.equals("class")) {
            return kind;
        }
        int modifiers = type.getModifiers();
        return (Modifier.isFinal(modifiers) ? "final " : Modifier.isAbstract(modifiers) ? "abstract " : "") + kind;
    }

    private String components() {
        return type.isRecord()
                ? Arrays.stream(type.getRecordComponents())
                        .map(component -> text(component.getGenericType()) + " " + component.getName())
                        .collect(Collectors.joining(", ", "(", ")"))
                : "";
    }

    private String parents() {
        Type parent = type.getGenericSuperclass();
        boolean isTold = parent != null
                && !Set.of(Object.class, Record.class).contains(parent)
                && !type.isEnum()
                && Modifier.isPublic(type.getSuperclass().getModifiers());
        String interfaces = type.isAnnotation() ? "" : types(type.getGenericInterfaces());
        return (isTold ? " extends " + text(parent) : "")
                + (interfaces.isEmpty() ? "" : (type.isInterface() ? " extends " : " implements ") + interfaces);
    }

    /** Returns constants, constructors and methods, each kind in the order of names. */
    List<String> members() {
        List<String> members = new ArrayList<>();
        Stream.of(type.getDeclaredFields()).filter(Field::isEnumConstant).forEach(each -> members.add(each.getName()));
        members.addAll(sorted(
                Stream.of(type.getDeclaredFields()).filter(each -> isOpen(each) && !each.isEnumConstant()),
                Field::getName,
                each -> text(each.getGenericType()) + " "));
        members.addAll(sorted(
                Stream.of(type.getDeclaredConstructors()).filter(each -> isOpen(each) && !isCanonical(each)),
                each -> "new" + parameters(each),
                each -> ""));
        members.addAll(sorted(
                methods().filter(each -> !isImplied(each)),
                each -> each.getName() + parameters(each),
                each -> variables(each.getTypeParameters(), " ") + text(each.getGenericReturnType()) + " "));
        return members;
    }

    /** Returns the declared methods and those of superclasses that are not public, whose public methods the type has as well. */
    private Stream<Method> methods() {
        List<Method> all = new ArrayList<>(List.of(type.getDeclaredMethods()));
        Class<?> parent = type.getSuperclass();
        while (parent != null && !Modifier.isPublic(parent.getModifiers())) {
            all.addAll(List.of(parent.getDeclaredMethods()));
            parent = parent.getSuperclass();
        }
        return all.stream().filter(each -> isOpen(each) && !each.isSynthetic());
    }

    private boolean isOpen(Member member) {
        int modifiers = member.getModifiers();
        boolean isForHeirs = Modifier.isProtected(modifiers) && !Modifier.isFinal(type.getModifiers());
        return Modifier.isPublic(modifiers) || isForHeirs;
    }

    private boolean isCanonical(Constructor<?> constructor) {
        return type.isRecord()
                && Arrays.equals(
                        constructor.getParameterTypes(),
                        Arrays.stream(type.getRecordComponents())
                                .map(RecordComponent::getType)
                                .toArray());
    }

    /** Every object, record and enum has these. */
    private boolean isImplied(Method method) {
        boolean isAccessor = type.isRecord()
                && method.getParameterCount() == 0
                && Arrays.stream(type.getRecordComponents())
                        .anyMatch(component -> component.getName().equals(method.getName()));
        boolean isOfEnum = type.isEnum() && Set.of("values", "valueOf").contains(method.getName());
        return isAccessor || isOfEnum || OF_EVERY_OBJECT.contains(method.getName() + parameters(method));
    }

    private String modifiers(Member member) {
        int modifiers = member.getModifiers();
        boolean isDefault = member instanceof Method method && method.isDefault();
        boolean isAbstract = Modifier.isAbstract(modifiers) && !type.isInterface();
        return (Modifier.isProtected(modifiers) ? "protected " : "")
                + (Modifier.isStatic(modifiers) ? "static " : "")
                + (isAbstract ? "abstract " : "")
                + (isDefault ? "default " : "");
    }

    private static String parameters(Executable executable) {
        String thrown = types(executable.getGenericExceptionTypes());
        return "(" + types(executable.getGenericParameterTypes()) + ")" + (thrown.isEmpty() ? "" : " throws " + thrown);
    }

    private static String variables(TypeVariable<?>[] variables, String after) {
        return variables.length == 0
                ? ""
                : Arrays.stream(variables).map(TypeText::variable).collect(Collectors.joining(", ", "<", ">" + after));
    }

    private static String variable(TypeVariable<?> variable) {
        String bounds = Arrays.stream(variable.getBounds())
                .filter(bound -> bound != Object.class)
                .map(TypeText::text)
                .collect(Collectors.joining(" & "));
        return variable.getName() + (bounds.isEmpty() ? "" : " extends " + bounds);
    }

    private static String types(Type[] types) {
        return Arrays.stream(types).map(TypeText::text).collect(Collectors.joining(", "));
    }

    private static String text(Type type) {
        return PACKAGE.matcher(type.getTypeName()).replaceAll("").replace('$', '.');
    }

    private <M extends Member> Collection<String> sorted(
            Stream<M> members, Function<M, String> signature, Function<M, String> result) {
        Map<String, String> lines = new TreeMap<>();
        members.forEach(each ->
                lines.putIfAbsent(signature.apply(each), modifiers(each) + result.apply(each) + signature.apply(each)));
        return lines.values();
    }
}
