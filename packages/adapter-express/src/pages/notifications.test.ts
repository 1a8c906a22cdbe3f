import { beforeEach, describe, expect, it } from "@jest/globals";
import request from "supertest";
import { invitedPractice } from "../../test/invited.js";
import { createApp } from "../server.js";

const html = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

let acme: Awaited<ReturnType<typeof invitedPractice>>;
let path: string;
beforeEach(async () => {
  acme = await invitedPractice();
  const wanted = { topics: ["imports"], maxRating: 3 };
  await acme.domain.notifications.subscribe(acme.account, { id: acme.user.id as never }, wanted);
  const [subscription] = await acme.ports.storage.read(acme.account, ({ subscriptions }) =>
    subscriptions.all(acme.account),
  );
  path = `/notifications/${subscription?.id ?? ""}`;
});

const app = () => createApp(acme.domain, acme.options);
const list = () => acme.domain.notifications.list(acme.account);

describe("the page that ends notifications", () => {
  it("asks first, so that an email scanner ends nothing", async () => {
    const { text, headers } = await request(app()).get(path).set("Accept", html).expect(200);
    expect(text).toContain("<h1>End the notifications about Acme Dental?</h1>");
    expect(text).toContain('<form method="post">');
    expect(headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
    await request(app()).head(path).expect(200);
    expect(await list()).toHaveLength(1);
  });

  it.each([
    ["application/x-www-form-urlencoded", "List-Unsubscribe=One-Click"],
    ["multipart/form-data; boundary=x", "--x--"],
    ["text/plain", ""],
  ])("ends them with a POST request of %s", async (type, body) => {
    const { text } = await request(app())
      .post(path)
      .set("Accept", html)
      .set("Content-Type", type)
      .send(body)
      .expect(200);
    expect(text).toContain("You get no more messages about Acme Dental.");
    expect(await list()).toEqual([]);
    const again = await request(app()).post(path).set("Accept", html).expect(404);
    expect(again.text).toContain("<h1>These notifications have ended</h1>");
  });

  it("explains an unknown link, to programs as problem+json", async () => {
    for (const id of ["abc", "x".repeat(22), "x".repeat(5_000)])
      expect((await request(app()).get(`/notifications/${id}`)).body).toMatchObject({ code: "subscription_not_found" });
    await request(app()).put(path).expect(405);
  });
});
