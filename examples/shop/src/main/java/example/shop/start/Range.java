package example.shop.start;

import example.shop.catalogue.Product;
import java.util.ArrayList;
import java.util.List;

/** What the shop sells when it opens: twelve kinds of things, each in twenty variants. */
final class Range {

    private static final int STOCK = 200;
    private static final int STEP_CENTS = 15;

    private record Kind(String word, String name, int cents, List<String> variants, String about) {}

    private static final List<String> TEA_GARDENS = List.of(
            "Assam",
            "Darjeeling",
            "Nilgiri",
            "Ceylon",
            "Dimbula",
            "Uva",
            "Yunnan",
            "Keemun",
            "Lapsang",
            "Sencha",
            "Gyokuro",
            "Longjing",
            "Bi Luo",
            "Oolong",
            "Jasmine",
            "Kenya",
            "Rwanda",
            "Malawi",
            "Azores",
            "Java");
    private static final List<String> COFFEE_FARMS = List.of(
            "Yirgacheffe",
            "Sidamo",
            "Harrar",
            "Huila",
            "Nariño",
            "Antigua",
            "Tarrazú",
            "Cerrado",
            "Mogiana",
            "Kona",
            "Mandheling",
            "Toraja",
            "Malabar",
            "Nyeri",
            "Kirinyaga",
            "Kivu",
            "Marcala",
            "Chiapas",
            "Oaxaca",
            "Loja");
    private static final List<String> GLAZES = List.of(
            "white",
            "cream",
            "sand",
            "ochre",
            "rust",
            "brick",
            "rose",
            "plum",
            "violet",
            "ink",
            "indigo",
            "sky",
            "teal",
            "sage",
            "moss",
            "olive",
            "slate",
            "ash",
            "charcoal",
            "black");
    private static final List<String> METALS = List.of(
            "brushed steel",
            "polished steel",
            "black steel",
            "white enamel",
            "red enamel",
            "blue enamel",
            "green enamel",
            "copper",
            "aged copper",
            "brass",
            "aged brass",
            "bronze",
            "pewter",
            "tin",
            "graphite",
            "champagne",
            "rose gold",
            "midnight",
            "forest",
            "ivory");

    private static final List<Kind> KINDS = List.of(
            new Kind(
                    "tea",
                    "black tea, 100 g",
                    690,
                    TEA_GARDENS,
                    "Loose leaves, picked in spring. Three minutes, nearly boiling water."),
            new Kind(
                    "green-tea",
                    "green tea, 100 g",
                    890,
                    TEA_GARDENS,
                    "Mild and grassy. Two minutes in water of 75 degrees."),
            new Kind(
                    "espresso",
                    "espresso, 250 g",
                    1150,
                    COFFEE_FARMS,
                    "Roasted dark and slowly. Chocolate first, then nuts."),
            new Kind(
                    "filter-coffee",
                    "filter coffee, 250 g",
                    1250,
                    COFFEE_FARMS,
                    "Roasted light on Tuesdays. Fruit, flowers, a long finish."),
            new Kind("teapot", "teapot", 3900, GLAZES, "Stoneware for four cups, with a lid that stays on."),
            new Kind("cup", "cup", 1400, GLAZES, "Thrown by hand, so no two are the same. Holds 0.25 l."),
            new Kind("bowl", "bowl", 1600, GLAZES, "For matcha, soup or a very large coffee."),
            new Kind("kettle", "kettle", 6900, METALS, "Swan neck for a thin and steady stream, 0.9 l."),
            new Kind("grinder", "grinder", 8900, METALS, "Conical burrs of steel, forty steps from fine to coarse."),
            new Kind("press", "press", 4200, METALS, "Double wall, one litre, no grounds in the cup."),
            new Kind("tin", "tin", 950, METALS, "Keeps leaves and beans dry and dark."),
            new Kind("scoop", "scoop", 650, METALS, "Seven grams, level."));

    private Range() {}

    static List<Product> products() {
        List<Product> products = new ArrayList<>();
        int variants = TEA_GARDENS.size();
        // All kinds of the first variant come first, so that the first page shows one of everything.
        for (int variant = 0; variant < variants; variant++) {
            for (Kind kind : KINDS) {
                String name = capital(kind.variants().get(variant) + " " + kind.name());
                int cents = kind.cents() + variant * STEP_CENTS;
                products.add(new Product(products.size() + 1, name, kind.word(), kind.about(), cents, STOCK));
            }
        }
        return products;
    }

    private static String capital(String name) {
        return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }
}
