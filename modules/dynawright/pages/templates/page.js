(() => {
  const root = document.documentElement, key = "dynawright-theme";
  const stored = () => { try { return localStorage.getItem(key); } catch { return null; } };
  const button = document.getElementById("theme");
  const isDark = () => root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const show = () => { button.textContent = isDark() ? "Light colours" : "Dark colours"; };
  if (stored()) root.dataset.theme = stored();
  button.hidden = false;
  show();
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    try { localStorage.setItem(key, root.dataset.theme); } catch { /* kept for this page only */ }
    show();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
  addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((one) => { one.open = true; }));
  const filter = document.getElementById("filter");
  filter?.addEventListener("input", () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    document.querySelectorAll("[data-filtered] tbody tr").forEach((row) => {
      row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word));
    });
  });
})();
