// What the theme leaves to the mouse is made reachable by keyboard and named for screen readers.
document.addEventListener("DOMContentLoaded", () => {
  document.getElementById("main")?.setAttribute("role", "main");
  for (const toggle of document.querySelectorAll('span[x-on\\:click*="sidebar"]:not(:has(span))')) {
    toggle.setAttribute("role", "button");
    toggle.setAttribute("tabindex", "0");
    toggle.setAttribute("aria-label", "Show or hide the menu");
    toggle.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      toggle.click();
    });
  }
});
