// Copying a new key.
const button = document.querySelector("[data-copy]");
button?.addEventListener("click", async () => {
  await navigator.clipboard.writeText(document.querySelector("[data-key]").textContent);
  button.textContent = "Copied";
});
