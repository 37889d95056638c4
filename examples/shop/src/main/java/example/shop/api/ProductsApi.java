package example.shop.api;

import example.shop.catalogue.Catalogue;
import example.shop.catalogue.Product;
import example.shop.catalogue.ProductPage;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Products. */
@RestController
final class ProductsApi {

    private final Catalogue catalogue;

    ProductsApi(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    @GetMapping("/api/v1/products")
    ProductPage products(@RequestParam(name = "page", defaultValue = "1") int page) {
        return catalogue.page(page);
    }

    @GetMapping("/api/v1/products/{id}")
    Product product(@PathVariable("id") int id) {
        return catalogue.product(id);
    }

    @GetMapping("/api/v1/search")
    ProductPage search(
            @RequestParam(name = "q") String words, @RequestParam(name = "page", defaultValue = "1") int page) {
        return catalogue.search(words, page);
    }
}
