import { imageLimits, imageTypes, invitedRoles, longestLabel, roles } from "@repute/domain";
import type { Route } from "../route.js";
import { route } from "../route.js";
import { exactly, listOf } from "../schema.js";

const role = { type: "string", enum: roles, description: "What the user may do in the application" } as const;

const name = {
  type: "string",
  maxLength: longestLabel,
  description: "Name, on one line without control or invisible characters",
  examples: ["Ada Quill"],
} as const;

const oid = {
  type: "string",
  maxLength: longestLabel,
  description: "Id in the partner's own system; absent when there is none",
  examples: ["O-31"],
} as const;

const user = {
  title: "User",
  ...exactly(
    {
      active: { type: "boolean", description: "False until an invited user has set a password", examples: [false] },
      email: { type: "string", description: "E-mail address", examples: ["ada@example.com"] },
      id: { type: "integer", description: "User id; that of a deleted user is never given again", examples: [7] },
      name,
      oid,
      phone: { type: "string", description: "Phone; absent when there is none", examples: ["801-555-0142"] },
      bio: { type: "string", description: "Biography; absent when there is none", examples: ["Likes tea"] },
      role: { ...role, description: `${role.description}; in the list only where \`show_roles\` asks for it` },
    },
    ...(["oid", "phone", "bio", "role"] as const),
  ),
} as const;

const facts = { tag: "Users", access: "users" } as const;

const oneUser = {
  ...facts,
  path: "/users/:id",
  params: {
    type: "object",
    properties: { id: { type: "string", description: "User id: one of the list of users", examples: ["7"] } },
    required: ["id"],
  },
} as const;

const list = route({
  ...facts,
  method: "get",
  path: "/users",
  operation: "listUsers",
  summary: "The account's users, by id",
  key: ["id"],
  query: {
    type: "object",
    properties: {
      show_roles: {
        type: "string",
        enum: ["true", "false"],
        description: "Whether every user of the list says what role it has",
        examples: ["true"],
      },
    },
  },
  reply: listOf(user),
  handle: async ({ users }, { account, query }) => ({ items: await users.list(account, query) }),
});

const create = route({
  ...facts,
  method: "post",
  path: "/users",
  operation: "createUser",
  summary: "Creates a pending user and mails an invitation to set a password; `Location` says where the user is",
  status: 201,
  keyed: true,
  recorded: true,
  readsBody: true,
  refuses: ["invalid_user", "email_taken", "too_many_users"],
  body: {
    title: "NewUser",
    ...exactly(
      {
        role: { ...role, enum: invitedRoles },
        name,
        email: {
          type: "string",
          maxLength: 320,
          description:
            "E-mail address, unique within the account regardless of letter case. The invitation is mailed to it. An account mails at most 2 invitations to one address and 500 in total within 24 hours; beyond that the user is created and the invitation is mailed later.",
          examples: ["ada@example.com"],
        },
        oid,
      },
      "oid",
    ),
  },
  reply: user,
  locate: ({ id }) => String(id),
  handle: ({ users }, { body, caller: by, idempotencyKey }) => users.create(body, { by, idempotencyKey }),
});

const one = route({
  ...oneUser,
  method: "get",
  operation: "getUser",
  summary: "One user",
  refuses: ["user_not_found"],
  reply: user,
  handle: ({ users }, { account, params }) => users.one(account, params.id),
});

const update = route({
  ...oneUser,
  method: "put",
  operation: "updateUser",
  summary: "Changes what is sent of a user; what is absent stays as it is",
  recorded: true,
  readsBody: true,
  refuses: ["invalid_user", "user_not_found", "last_administrator"],
  body: {
    title: "UserChange",
    ...exactly(
      {
        name,
        role,
        oid: { ...oid, description: "Id in the partner's own system; an empty text or `null` takes it away" },
      },
      ...(["name", "role", "oid"] as const),
    ),
  },
  reply: user,
  handle: ({ users }, { body, params, caller }) => users.update(params.id, body, caller),
});

const image = route({
  ...oneUser,
  path: "/users/:id/image",
  method: "get",
  operation: "getUserImage",
  summary: "A user's image, at most 512 pixels a side",
  caching: "revalidate",
  refuses: ["user_not_found", "image_not_found"],
  media: imageTypes,
  reply: { type: "string", description: "The image's bytes" },
  send: ({ users }, { account, params }) => users.image(account, params.id),
});

const putImage = route({
  ...oneUser,
  path: "/users/:id/image",
  method: "put",
  operation: "putUserImage",
  summary: "Adds or replaces a user's image, which is re-encoded without metadata",
  recorded: true,
  refuses: ["user_not_found", "not_an_image", "image_too_large", "images_busy"],
  file: {
    bytes: imageLimits.bytes,
    types: imageTypes,
    description: "One part with a PNG, JPEG or WebP image of at most 5 MB and 25 megapixels; its name does not matter",
  },
  reply: user,
  handle: ({ users }, { file, params, caller, leaving }) => users.putImage(params.id, file, caller, leaving.signal),
});

const remove = route({
  ...oneUser,
  method: "delete",
  operation: "deleteUser",
  summary: "Takes a user out; the e-mail address is free again",
  status: 204,
  recorded: true,
  refuses: ["user_not_found", "last_administrator"],
  reply: { type: "null" },
  handle: async ({ users }, { params, caller }) => {
    await users.remove(params.id, caller);
    return null;
  },
});

/** What partners provision users by. */
export const userRoutes: readonly Route[] = [list, create, one, update, putImage, image, remove];
