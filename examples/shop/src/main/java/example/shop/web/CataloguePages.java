package example.shop.web;

import example.shop.catalogue.Catalogue;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;

/** Products, for looking at. */
@Controller
final class CataloguePages {

    private final Catalogue catalogue;

    CataloguePages(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    @GetMapping("/")
    String home(@RequestParam(name = "page", defaultValue = "1") int page, Model model) {
        model.addAttribute("found", catalogue.page(page));
        return "home";
    }

    @GetMapping("/search")
    String search(
            @RequestParam(name = "q", defaultValue = "") String words,
            @RequestParam(name = "page", defaultValue = "1") int page,
            Model model) {
        model.addAttribute("words", words);
        model.addAttribute("found", catalogue.search(words, page));
        return "search";
    }

    @GetMapping("/product/{id}")
    String product(@PathVariable("id") int id, Model model) {
        model.addAttribute("product", catalogue.product(id));
        return "product";
    }
}
