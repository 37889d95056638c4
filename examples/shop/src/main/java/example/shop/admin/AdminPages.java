package example.shop.admin;

import io.weir.guard.block.Block;
import java.security.Principal;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The pages of administrators. Security lets in only those with a second factor. */
@Controller
final class AdminPages {

    private final Overview overview;

    AdminPages(Overview overview) {
        this.overview = overview;
    }

    @GetMapping("/admin")
    String admin(Model model) {
        model.addAttribute("orders", overview.orders());
        model.addAttribute("keys", overview.keys());
        model.addAttribute("blocks", overview.blocks());
        model.addAttribute("audit", overview.audit());
        return "admin";
    }

    @PostMapping("/admin/keys/revoke")
    String revoke(@RequestParam("id") String id, Principal who) {
        overview.revokeKey(id, who.getName());
        return "redirect:/admin#keys";
    }

    /** @param subject as the page shows it, so that nothing but a block that is in force can be ended */
    @PostMapping("/admin/blocks/end")
    String endBlock(@RequestParam("subject") String subject, Principal who) {
        overview.blocks().stream()
                .map(Block::subject)
                .filter(blocked -> blocked.toString().equals(subject))
                .forEach(blocked -> overview.endBlock(blocked, who.getName()));
        return "redirect:/admin#blocks";
    }
}
