import type { Page } from "playwright-core";
import type { Browser } from "../../../test/browser.js";
import { trackingScript } from "../src/index.js";

const service = "https://data.repute.example/tracking/scct.js";

/** Script element that loads the tracking script. */
export const scriptTag = (attributes = ""): string => `<script src="${service}" async ${attributes}></script>`;

/** Page with the tracking script and a form. By default, the form has a hidden field for the parameter. */
export const formPage = (form = bookingForm, tag = scriptTag()): string =>
  `<!doctype html><html><head><meta charset="utf-8"><title>Book</title>${tag}</head><body>${form}</body></html>`;

export const bookingForm = `<form action="/booked" method="post"><input type="hidden" name="scct"><button>Book</button></form>`;

export type Site = Awaited<ReturnType<typeof openSite>>;

/** Opens a tab in which one address serves the script and all other addresses serve the same page. */
export async function openSite(browser: Browser, content = formPage(), headers: Record<string, string> = {}) {
  const { page, ...record } = await browser.open(800);
  const posted: string[] = [];
  await page.route("**/*", (route) => {
    const request = route.request();
    if (request.method() === "POST") posted.push(request.postData() ?? "");
    return request.url() === service
      ? route.fulfill({ contentType: "text/javascript", body: trackingScript() })
      : route.fulfill({ contentType: "text/html", body: content, headers });
  });
  return { page, posted, ...record, ...requested(page), visit: visitor(page) };
}

/** Opens an address and waits until the script has run. */
const visitor = (page: Page) => async (address: string) => {
  await page.goto(address);
  await page.waitForFunction("window.getSCCT && window.getSCCT.consent");
};

function requested(page: Page) {
  return {
    known: () => page.evaluate("window.getSCCT()"),
    field: () => page.locator('input[name="scct"]').first().inputValue(),
    run: (script: string) => page.evaluate(`(() => { ${script} })()`),
    cookies: () => page.context().cookies(),
  };
}
