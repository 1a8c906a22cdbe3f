import type { Page } from "playwright-core";
import { trackingScript } from "../src/index.js";
import type { Browser } from "../../../test/browser.js";

const service = "https://data.repute.example/tracking/scct.js";

/** How pages load the script, with more attributes. */
export const scriptTag = (attributes = ""): string => `<script src="${service}" async ${attributes}></script>`;

/** A page with the script and a form whose hidden field it fills; `form` is another form. */
export const formPage = (form = bookingForm, tag = scriptTag()): string =>
  `<!doctype html><html><head><meta charset="utf-8"><title>Book</title>${tag}</head><body>${form}</body></html>`;

export const bookingForm = `<form action="/booked" method="post"><input type="hidden" name="scct"><button>Book</button></form>`;

export type Site = Awaited<ReturnType<typeof openSite>>;

/** Opens a tab for which the whole web is one page, whatever its address, and the service that has the script. */
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
  return { page, posted, ...record, ...asked(page), visit: visitor(page) };
}

/** Goes to an address and waits until the script has run. */
const visitor = (page: Page) => async (address: string) => {
  await page.goto(address);
  await page.waitForFunction("window.getSCCT && window.getSCCT.consent");
};

function asked(page: Page) {
  return {
    known: () => page.evaluate("window.getSCCT()"),
    field: () => page.locator('input[name="scct"]').first().inputValue(),
    run: (script: string) => page.evaluate(`(() => { ${script} })()`),
    cookies: () => page.context().cookies(),
  };
}
