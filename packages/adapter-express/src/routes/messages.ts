import { route } from "../route.js";
import { exactly, listOf } from "../schema.js";
import { keyed } from "./keyed.js";
import { keyQuery } from "./list-query.js";

const messageText = {
  title: "MessageText",
  ...exactly({
    key: { type: "string", description: "Key of the text" },
    message: {
      type: "string",
      description: "The text, with placeholders for the names of the customer, the account and the user",
    },
  }),
};

const messageItem = {
  title: "Message",
  ...exactly({
    id: { type: "integer", description: "Message id" },
    name: { type: "string", description: "Name of the message" },
    languages: { type: "object", description: "Texts by language code", additionalProperties: messageText },
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

/** Messages, by id. */
export const messages = route({
  method: "get",
  path: "/messages",
  operation: "listMessages",
  tag: "Catalogs",
  summary: "Messages that invites are sent with, by id",
  access: "data-sync",
  key: ["id"],
  caching: "revalidate",
  query: keyQuery,
  reply: listOf(keyed(messageItem)),
  handle: async (domain, { account, query }) => ({ items: await domain.catalog.messages(account, query) }),
});
