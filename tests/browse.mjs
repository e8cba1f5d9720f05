// Opens pages in Chromium and prints, as JSON, what a reader and a screen reader would meet.
// Reads {chromium, pages: [url], axe, screenshots} from stdin: whether to check accessibility, and the folder of screenshots, if any.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

const VIEWS = {
  light: { colorScheme: "light", viewport: { width: 1280, height: 900 } },
  dark: { colorScheme: "dark", viewport: { width: 1280, height: 900 } },
  phone: { colorScheme: "light", viewport: { width: 390, height: 844 } },
};
const asked = JSON.parse(readFileSync(0, "utf8"));
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const browser = await chromium.launch({
  executablePath: asked.chromium,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
const seen = {};
for (const [view, options] of Object.entries(VIEWS)) {
  const context = await browser.newContext({ ...options, bypassCSP: true });
  for (const url of asked.pages) {
    const page = await context.newPage();
    const errors = [], requests = [];
    page.on("console", (message) => { if (["error", "warning"].includes(message.type())) errors.push(message.text()); });
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("request", (request) => { if (!request.url().startsWith("data:")) requests.push(request.url()); });
    await page.goto(url, { waitUntil: "load" });
    const timing = await page.evaluate(() => performance.getEntriesByType("navigation")[0].loadEventEnd);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    const text = await page.evaluate(() => document.body.textContent);
    const broken = await page.evaluate(() => [...document.querySelectorAll("a[href^='#']")].map((link) => link.getAttribute("href")).filter((href) => !document.getElementById(href.slice(1))));
    const uncovered = await page.evaluate(() => [...document.querySelectorAll("nav")].map((bar) => Math.max(...[...bar.children].map((part) => part.getBoundingClientRect().bottom)) - bar.getBoundingClientRect().bottom).filter((pixels) => pixels > 0));
    let violations = [];
    if (view !== "phone" && asked.axe !== false) {
    await page.evaluate(axe);
    const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
    violations = found.violations.map((violation) => `${violation.id}: ${violation.nodes.slice(0, 3).map((node) => `${node.html.slice(0, 160)} ${node.any.map((check) => check.message).join("; ")}`).join(" | ")}`);
    }
    if (asked.screenshots) {
      const name = decodeURIComponent(url).split("/").slice(-2).join("-").replace(/\.html.*/, "");
      await page.screenshot({ path: `${asked.screenshots}/${name}-${view}.png`, fullPage: true });
    }
    (seen[url] ??= {})[view] = { errors, requests, milliseconds: timing, overflow, text, broken, uncovered, violations };
    await page.close();
  }
  await context.close();
}
await browser.close();
console.log(JSON.stringify(seen));
