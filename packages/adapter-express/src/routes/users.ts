import { imageLimits, imageTypes, invitedRoles, maxLabelLength, roles } from "@repute/domain";
import { type Route, route } from "../route.js";
import { exactly, listOf } from "../schema.js";
import { pages } from "./list-query.js";

const role = { type: "string", enum: roles, description: "The user's role." } as const;

const name = {
  type: "string",
  maxLength: maxLabelLength,
  description: "Name of the user. One line, without control characters or invisible characters.",
  examples: ["Ada Quill"],
} as const;

const oid = {
  type: "string",
  maxLength: maxLabelLength,
  description: "Id of the user in the partner's system. Absent if there is none.",
  examples: ["O-31"],
} as const;

const user = {
  title: "User",
  ...exactly(
    {
      active: { type: "boolean", description: "False until the invited user has set a password.", examples: [false] },
      email: { type: "string", description: "Email address of the user.", examples: ["ada@example.com"] },
      id: { type: "integer", description: "User id. The id of a deleted user is never reused.", examples: [7] },
      name,
      oid,
      phone: { type: "string", description: "Phone number. Absent if there is none.", examples: ["801-555-0142"] },
      bio: { type: "string", description: "Biography. Absent if there is none.", examples: ["Likes tea"] },
      role: { ...role, description: `${role.description} The list of users has roles only with \`show_roles=true\`.` },
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
    properties: { id: { type: "string", description: "User id from `/users`.", examples: ["7"] } },
    required: ["id"],
  },
} as const;

const list = route({
  ...facts,
  method: "get",
  path: "/users",
  operation: "listUsers",
  summary: "List users",
  description:
    "All users of the account, sorted by id, including pending users who have not set a password. Roles are included only with " +
    "`show_roles=true`.",
  key: ["id"],
  refuses: ["invalid_limit", "invalid_cursor"],
  query: {
    type: "object",
    properties: {
      show_roles: {
        type: "string",
        enum: ["true", "false"],
        description: "With `true`, each user has `role`. Defaults to `false`.",
        examples: ["true"],
      },
      ...pages,
    },
  },
  reply: listOf(user),
  stream: ({ users }, { account, query }) => users.list(account, query),
});

const create = route({
  ...facts,
  method: "post",
  path: "/users",
  operation: "createUser",
  summary: "Create a user",
  description:
    "Creates a pending user and emails an invitation to set a password. The user is active after setting the password. The `Location` header has " +
    "the path of the user. Send an `Idempotency-Key` to retry safely. A new user cannot have the role `Group Admin`. To assign this role, update the user.",
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
            "Email address, unique within the account. Letter case, Unicode normalization and Punycode do not matter. The invitation is sent to this address. Within 24 hours, an account sends at most 2 invitations to one address and 500 invitations in total. If a limit is reached, the user is created and the invitation is sent later.",
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
  summary: "Get a user",
  description:
    "Returns one user of the account, always with `role`. Returns 404 if the user was deleted or belongs to another account.",
  refuses: ["user_not_found"],
  reply: user,
  handle: ({ users }, { account, params }) => users.one(account, params.id),
});

const update = route({
  ...oneUser,
  method: "put",
  operation: "updateUser",
  summary: "Update a user",
  description:
    "Updates the name, role or `oid` of a user. Fields that are absent keep their values. The email address cannot be changed. The role of the " +
    "last active Administrator cannot be changed (409).",
  recorded: true,
  readsBody: true,
  refuses: ["invalid_user", "user_not_found", "last_administrator"],
  body: {
    title: "UserChange",
    ...exactly(
      {
        name,
        role,
        oid: {
          ...oid,
          description: "Id of the user in the partner's system. An empty string or `null` removes the stored id.",
        },
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
  summary: "Get a user's image",
  description:
    "Returns the user's image, at most 512 pixels wide and high. Returns 404 if the user has no image. Send the `ETag` as `If-None-Match` to get " +
    "304 if the image has not changed.",
  caching: "revalidate",
  refuses: ["user_not_found", "image_not_found"],
  media: imageTypes,
  reply: { type: "string", description: "Bytes of the image." },
  send: ({ users }, { account, params }) => users.image(account, params.id),
});

const putImage = route({
  ...oneUser,
  path: "/users/:id/image",
  method: "put",
  operation: "putUserImage",
  summary: "Upload a user's image",
  description:
    "Adds or replaces the user's image. The body is multipart/form-data with one PNG, JPEG or WebP file. The image is scaled down to at most " +
    "512 pixels per side and stored without metadata.",
  recorded: true,
  refuses: ["user_not_found", "not_an_image", "image_too_large", "images_busy"],
  file: {
    bytes: imageLimits.bytes,
    types: imageTypes,
    description:
      "Form with one file: a PNG, JPEG or WebP image of at most 5 MB and 25 megapixels. The form field can have any name.",
  },
  reply: user,
  handle: ({ users }, { file, params, caller, leaving }) => users.putImage(params.id, file, caller, leaving.signal),
});

const remove = route({
  ...oneUser,
  method: "delete",
  operation: "deleteUser",
  summary: "Delete a user",
  description:
    "Deletes a user, with the user's image, password and open invitation. The email address can then be used for a new user. The last active " +
    "Administrator cannot be deleted (409).",
  status: 204,
  recorded: true,
  refuses: ["user_not_found", "last_administrator"],
  reply: { type: "null" },
  handle: async ({ users }, { params, caller }) => {
    await users.remove(params.id, caller);
    return null;
  },
});

/** Routes for user provisioning by partners. */
export const userRoutes: readonly Route[] = [list, create, one, update, putImage, image, remove];
