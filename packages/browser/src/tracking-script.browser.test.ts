import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { type Browser, describeInBrowser, openBrowser } from "../../../test/browser.js";
import { bookingForm, formPage, openSite, scriptTag, type Site } from "../test/site.js";

const day = 86_400_000;
const noCookies = { profile: { default_content_setting_values: { cookies: 2 } } };

let browser: Browser;
let blocking: Browser;
let site: Site;

beforeAll(async () => {
  browser = await openBrowser();
  blocking = await openBrowser(noCookies);
});
afterAll(async () => {
  await browser?.close();
  await blocking?.close();
});
afterEach(async () => {
  await site?.page.context().clearCookies();
  await site?.page.close();
});

describeInBrowser("the tracking script in a browser", () => {
  describe("on a page with a form", () => {
    it("fills the hidden field from the tracked link, and the form submits the value", async () => {
      site = await openSite(browser);
      await site.visit("https://www.practice.example/book?scct=spring-1");
      expect(await site.field()).toBe("spring-1");
      await site.page.locator("button").click();
      await site.page.waitForURL("**/booked");
      expect(site.posted).toEqual(["scct=spring-1"]);
    });

    it("leaves the field empty until the value is known, then fills it", async () => {
      site = await openSite(browser);
      await site.visit("https://www.practice.example/book");
      expect([await site.known(), await site.field()]).toEqual([null, ""]);
      await site.run("history.replaceState(null, '', '?scct=later')");
      expect([await site.known(), await site.field()]).toEqual(["later", "later"]);
    });

    it("dispatches input and change events as if a user had typed", async () => {
      site = await openSite(
        browser,
        formPage(`<script>
        window.told = [];
        for (const type of ["input", "change"]) addEventListener(type, (e) => told.push([type, e.target.name, e.target.value]));
      </script>${bookingForm}`),
      );
      await site.visit("https://www.practice.example/?scct=spring-1");
      expect(await site.page.evaluate("told")).toEqual([
        ["input", "scct", "spring-1"],
        ["change", "scct", "spring-1"],
      ]);
    });

    it("bypasses a framework's value setter so that the framework notices the change", async () => {
      site = await openSite(
        browser,
        formPage(
          `${bookingForm}<script>
        window.seen = [];
        const field = document.querySelector("input");
        const { get, set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
        let last = field.value;
        Object.defineProperty(field, "value", { get() { return get.call(this); }, set(v) { last = v; set.call(this, v); } });
        addEventListener("input", () => { if (get.call(field) !== last) seen.push(get.call(field)); });
      </script>`,
          "",
        ),
      );
      await site.page.goto("https://www.practice.example/?scct=spring-1");
      await site.page.addScriptTag({ url: "https://data.repute.example/tracking/scct.js" });
      expect(await site.page.evaluate("seen")).toEqual(["spring-1"]);
    });

    it("keeps values that the page or user entered, and skips fields of other types", async () => {
      site = await openSite(
        browser,
        formPage(`<input type="hidden" name="scct" value="theirs">
        <input type="checkbox" name="scct" value=""><input type="file" name="scct"><input type="text" name="scct">`),
      );
      await site.visit("https://www.practice.example/?scct=spring-1");
      const values = "[...document.querySelectorAll('input')].map((field) => field.value)";
      expect(await site.page.evaluate(values)).toEqual(["theirs", "", "", "spring-1"]);
      expect(site.errors).toEqual([]);
    });

    it("fills the field again on submit if the page has cleared it", async () => {
      site = await openSite(browser);
      await site.visit("https://www.practice.example/?scct=spring-1");
      await site.run("document.querySelector('input').value = ''");
      await site.page.locator("button").click();
      await site.page.waitForURL("**/booked");
      expect(site.posted).toEqual(["scct=spring-1"]);
    });
  });

  describe("on a page that changes", () => {
    it("fills a form that is added later and a field that is renamed later", async () => {
      site = await openSite(browser, formPage(""));
      await site.visit("https://www.practice.example/?scct=spring-1");
      await site.run(`document.body.innerHTML = ${JSON.stringify(`<main>${bookingForm}</main>`)}`);
      expect(await site.field()).toBe("spring-1");
      await site.run(`const field = Object.assign(document.createElement("input"), { type: "hidden", id: "late" });
        document.body.append(field); field.name = "scct";`);
      expect(await site.page.locator("#late").inputValue()).toBe("spring-1");
    });

    it("keeps the value across navigation in a single-page app", async () => {
      site = await openSite(browser, formPage("<main></main>"));
      await site.visit("https://www.practice.example/?scct=spring-1");
      await site.run(
        `history.pushState(null, "", "/book"); document.querySelector("main").innerHTML = ${JSON.stringify(bookingForm)}`,
      );
      expect([await site.known(), await site.field()]).toEqual(["spring-1", "spring-1"]);
    });

    it.each([
      ["pushState", "history.pushState(null, '', '/book?scct=summer-2')"],
      ["replaceState", "history.replaceState(null, '', '/book?scct=summer-2')"],
      ["the fragment", "location.hash = '#/book?scct=summer-2'"],
    ])("picks up a later value from %s and updates the form", async (_, navigate) => {
      site = await openSite(browser);
      await site.visit("https://www.practice.example/");
      await site.run("history.replaceState(null, '', '/?a=1#/?scct=spring-1')");
      expect(await site.field()).toBe("spring-1");
      await site.run(navigate);
      await site.page.waitForFunction("document.querySelector('input').value === 'summer-2'");
      expect(await site.known()).toBe("summer-2");
    });

    it("uses the value of the address after the user navigates back", async () => {
      site = await openSite(browser);
      await site.visit("https://www.practice.example/?scct=spring-1");
      await site.run("history.pushState(null, '', '/?scct=summer-2')");
      await site.page.goBack();
      await site.page.waitForFunction("document.querySelector('input').value === 'spring-1'");
      expect(await site.known()).toBe("spring-1");
    });

    it("preserves the return value and errors of pushState", async () => {
      site = await openSite(browser);
      await site.visit("https://www.practice.example/");
      expect(
        await site.run("history.pushState({ a: 1 }, '', '/next'); return [history.state, location.pathname]"),
      ).toEqual([{ a: 1 }, "/next"]);
      await expect(site.run("history.pushState(null, '', 'https://elsewhere.example/')")).rejects.toThrow(
        "SecurityError",
      );
    });

    it("stops filling after 200 times on a page that redraws its form on every change", async () => {
      site = await openSite(
        browser,
        formPage(`<main>${bookingForm}</main><script>
        window.drawn = 0;
        addEventListener("input", () => { drawn += 1; document.querySelector("main").innerHTML = ${JSON.stringify(bookingForm)}; });
      </script>`),
      );
      await site.visit("https://www.practice.example/?scct=spring-1");
      expect(await site.page.evaluate("drawn")).toBe(200);
    });

    it("keeps working after one of the page's listeners throws", async () => {
      site = await openSite(
        browser,
        formPage(`<script>addEventListener("input", () => { throw new Error("theirs"); });</script>
        ${bookingForm}${bookingForm}`),
      );
      await site.visit("https://www.practice.example/?scct=spring-1");
      expect(await site.page.evaluate("[...document.querySelectorAll('input')].map(({ value }) => value)")).toEqual([
        "spring-1",
        "spring-1",
      ]);
    });
  });

  describe("across pages", () => {
    it("stores the value for 90 days in one cookie for the whole site", async () => {
      site = await openSite(browser);
      await site.visit("https://www.north.practice.example/?scct=spring-1");
      const [cookie, ...others] = await site.cookies();
      expect(others).toEqual([]);
      expect(cookie).toMatchObject({
        name: "scct",
        domain: ".practice.example",
        path: "/",
        sameSite: "Lax",
        secure: true,
        httpOnly: false,
      });
      expect(cookie?.value).toMatch(/^spring-1\.\d{13}$/);
      expect((cookie?.expires ?? 0) - Date.now() / 1_000).toBeCloseTo((90 * day) / 1_000, -2);
      expect(await site.page.evaluate("localStorage.length")).toBe(0);
      await site.visit("https://book.practice.example/");
      expect([await site.known(), await site.field()]).toEqual(["spring-1", "spring-1"]);
    });

    it("limits the cookie to the practice's own domain below a public suffix", async () => {
      site = await openSite(browser);
      await site.visit("https://www.practice.co.uk/?scct=spring-1");
      expect(await site.cookies()).toMatchObject([{ domain: ".practice.co.uk" }]);
      await site.visit("https://www.other.co.uk/");
      expect(await site.known()).toBeNull();
    });

    it("stores the value for a host without a domain", async () => {
      site = await openSite(browser);
      await site.visit("http://localhost:8080/?scct=spring-1");
      await site.visit("http://localhost:8080/book");
      expect(await site.known()).toBe("spring-1");
    });

    it("replaces an earlier value with a later one", async () => {
      site = await openSite(browser);
      await site.visit("https://www.practice.example/?scct=spring-1");
      await site.visit("https://www.practice.example/?scct=summer-2");
      await site.visit("https://practice.example/");
      expect(await site.known()).toBe("summer-2");
    });

    it("prefers the newest of several cookies with the same name", async () => {
      site = await openSite(browser);
      const cookie = { name: "scct", path: "/" };
      const now = Date.now();
      await site.page.context().addCookies([
        { ...cookie, domain: "www.practice.example", value: `older.${now - 2_000}` },
        { ...cookie, domain: ".practice.example", value: `newer.${now - 1_000}` },
      ]);
      await site.visit("https://www.practice.example/");
      expect(await site.known()).toBe("newer");
    });

    it("uses local storage on a page that is not secure", async () => {
      site = await openSite(browser);
      await site.visit("http://plain.practice.example/?scct=spring-1");
      expect(await site.cookies()).toEqual([]);
      await site.visit("http://plain.practice.example/book");
      expect(await site.field()).toBe("spring-1");
    });

    it.each([
      [89, "old"],
      [91, null],
    ])("reads the stored value after %d days as %s", async (days, expected) => {
      site = await openSite(browser, formPage());
      const domain = "www.practice.example";
      await site.page
        .context()
        .addCookies([{ name: "scct", value: `old.${Date.now() - days * day}`, domain, path: "/" }]);
      await site.visit(`https://${domain}/`);
      expect([await site.known(), await site.field()]).toEqual([expected, expected ?? ""]);
    });

    it.each(["", "spring-1", "spring-1.x", "<b>.1767225600000", '{"value":"x"}'])(
      "ignores a cookie with an invalid value: %s",
      async (value) => {
        site = await openSite(browser);
        await site.page
          .context()
          .addCookies([{ name: "scct", value: encodeURI(value), domain: "www.practice.example", path: "/" }]);
        await site.visit("https://www.practice.example/");
        expect(await site.known()).toBeNull();
      },
    );

    it("fills a later value into a form after the user navigates back", async () => {
      site = await openSite(browser);
      await site.visit("https://www.practice.example/book");
      await site.run("history.replaceState(null, '', '?scct=spring-1'); history.replaceState(null, '', '/book')");
      await site.visit("https://www.practice.example/?scct=summer-2");
      await site.page.goBack();
      await site.page.waitForFunction("window.getSCCT");
      expect([await site.known(), await site.field()]).toEqual(["summer-2", "summer-2"]);
    });
  });

  describe("under browser or page restrictions", () => {
    it("fills the form if cookies and storage are blocked", async () => {
      site = await openSite(blocking);
      await site.visit("https://www.practice.example/?scct=spring-1");
      await expect(site.run("return localStorage.length")).rejects.toThrow("SecurityError");
      await site.run("history.pushState(null, '', '/book')");
      expect([await site.known(), await site.field()]).toEqual(["spring-1", "spring-1"]);
      expect(await site.cookies()).toEqual([]);
      await site.visit("https://www.practice.example/");
      expect(await site.known()).toBeNull();
      expect(site.errors).toEqual([]);
    });

    it("fills the form of a sandboxed page, which throws on cookie and storage access", async () => {
      site = await openSite(browser, formPage(), { "Content-Security-Policy": "sandbox allow-scripts allow-forms" });
      await site.visit("https://www.practice.example/?scct=spring-1");
      await expect(site.run("return document.cookie")).rejects.toThrow("SecurityError");
      expect([await site.known(), await site.field()]).toEqual(["spring-1", "spring-1"]);
      await site.run("getSCCT.consent(false); getSCCT.consent(true)");
      expect(site.errors).toEqual([]);
    });

    it("works under a strict content security policy that only allows the script itself", async () => {
      const policy =
        "default-src 'none'; script-src https://data.repute.example; require-trusted-types-for 'script'; form-action 'self'";
      site = await openSite(browser, formPage(), { "Content-Security-Policy": policy });
      await site.visit("https://www.practice.example/?scct=spring-1");
      expect([await site.known(), await site.field()]).toEqual(["spring-1", "spring-1"]);
      expect([site.errors, await site.violations()]).toEqual([[], []]);
    });

    it("sends no requests", async () => {
      site = await openSite(browser);
      await site.visit("https://www.practice.example/?scct=spring-1");
      await site.run("getSCCT.consent(false); getSCCT.consent(true); history.pushState(null, '', '/?scct=summer-2')");
      expect(site.requests).toEqual([
        "https://www.practice.example/?scct=spring-1",
        "https://data.repute.example/tracking/scct.js",
      ]);
    });

    it("works on a page with forms named like the script's globals", async () => {
      const form = `<form name="getSCCT"></form><form name="cookie"></form>${bookingForm}`;
      site = await openSite(browser, formPage(form));
      await site.visit("https://www.practice.example/?scct=spring-1");
      expect([await site.known(), await site.field()]).toEqual(["spring-1", "spring-1"]);
      expect(site.errors).toEqual([]);
    });

    it("does nothing when it is loaded a second time", async () => {
      site = await openSite(browser, formPage(bookingForm, scriptTag() + scriptTag()));
      await site.visit("https://www.practice.example/?scct=spring-1");
      await site.run("window.first = getSCCT; window.push = history.pushState");
      await site.page.addScriptTag({ url: "https://data.repute.example/tracking/scct.js" });
      expect(await site.run("return [first === getSCCT, push === history.pushState]")).toEqual([true, true]);
      expect(await site.field()).toBe("spring-1");
    });
  });

  describe("getSCCT()", () => {
    it("replaces a placeholder function of the page", async () => {
      site = await openSite(browser, formPage(bookingForm, `<script>window.getSCCT = () => null;</script>`));
      await site.page.goto("https://www.practice.example/?scct=spring-1");
      expect(await site.known()).toBeNull();
      await site.page.addScriptTag({ url: "https://data.repute.example/tracking/scct.js" });
      expect(await site.known()).toBe("spring-1");
    });

    it("returns a string or null and never throws, even if the page overwrites built-ins", async () => {
      site = await openSite(browser);
      await site.visit("https://www.practice.example/?scct=not%20valid");
      expect(await site.known()).toBeNull();
      await site.run("window.URLSearchParams = undefined");
      expect(await site.known()).toBeNull();
    });
  });

  describe("with required consent", () => {
    const asking = formPage(bookingForm, scriptTag('data-consent="required"'));

    it("fills the form from the page's address and stores nothing", async () => {
      site = await openSite(browser, asking);
      await site.visit("https://www.practice.example/?scct=spring-1");
      await site.run("history.pushState(null, '', '/book')");
      expect([await site.known(), await site.field()]).toEqual(["spring-1", "spring-1"]);
      expect([await site.cookies(), await site.page.evaluate("localStorage.length")]).toEqual([[], 0]);
    });

    it("stores the value after consent, and restores a value stored on an earlier page", async () => {
      site = await openSite(browser, asking);
      await site.visit("https://www.practice.example/?scct=spring-1");
      await site.run("getSCCT.consent(true)");
      expect(await site.cookies()).toHaveLength(1);
      await site.visit("https://www.practice.example/book");
      expect([await site.known(), await site.field()]).toEqual([null, ""]);
      await site.run("getSCCT.consent(true)");
      expect([await site.known(), await site.field()]).toEqual(["spring-1", "spring-1"]);
    });

    it("removes the value from storage and the form if consent is denied or withdrawn", async () => {
      site = await openSite(browser, asking);
      await site.visit("https://www.practice.example/?scct=spring-1");
      await site.run("getSCCT.consent(true); localStorage.setItem('scct', 'x.' + Date.now())");
      await site.visit("https://www.practice.example/book");
      await site.run("getSCCT.consent(true)");
      expect(await site.field()).toBe("spring-1");
      await site.run("getSCCT.consent(false)");
      expect([await site.cookies(), await site.page.evaluate("localStorage.length")]).toEqual([[], 0]);
      expect([await site.known(), await site.field()]).toEqual([null, ""]);
    });

    it("still fills the form from the page's address after consent is denied", async () => {
      site = await openSite(browser, asking);
      await site.visit("https://www.practice.example/?scct=spring-1");
      await site.run("getSCCT.consent(false)");
      expect([await site.known(), await site.field(), await site.cookies()]).toEqual(["spring-1", "spring-1", []]);
    });

    it.each([
      ["granted", 1],
      ["denied", 0],
      ["perhaps", 0],
    ])("reads the consent value %s and stores %d cookies", async (word, count) => {
      site = await openSite(browser, formPage(bookingForm, scriptTag(`data-consent="${word}"`)));
      await site.visit("https://www.practice.example/?scct=spring-1");
      expect([await site.known(), (await site.cookies()).length]).toEqual(["spring-1", count]);
    });
  });
});
