import { route } from "../route.js";
import { exactly, listOf } from "../schema.js";
import { keyed } from "./keyed.js";
import { catalogNote, keyQuery } from "./list-query.js";

const messageText = {
  title: "MessageText",
  ...exactly({
    key: { type: "string", description: "Key of the message text." },
    message: {
      type: "string",
      description: "Message text, with placeholders for the customer's first name, the account name and the user name.",
    },
  }),
};

const messageItem = {
  title: "Message",
  ...exactly({
    id: { type: "integer", description: "Message id." },
    name: { type: "string", description: "Name of the message." },
    languages: {
      type: "object",
      description: "Message texts, keyed by language code.",
      additionalProperties: messageText,
    },
  }),
  examples: [
    {
      id: 40,
      name: "After the visit",
      languages: {
        en: { key: "after-visit-en", message: "Hi {customer_first_name}, how was your visit to {account_name}?" },
      },
    },
  ],
};

export const messages = route({
  method: "get",
  path: "/messages",
  operation: "listMessages",
  tag: "Catalogs",
  summary: "List messages",
  description: `Message templates for invites, in all languages, sorted by id. ${catalogNote}`,
  access: "data-sync",
  key: ["id"],
  caching: "revalidate",
  ofCatalog: true,
  query: keyQuery,
  reply: listOf(keyed(messageItem)),
  handle: async (domain, { account, query }) => ({ items: await domain.catalog.messages(account, query) }),
});
