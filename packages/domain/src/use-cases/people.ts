import type { openInvitation, setPassword } from "../subjects/users/accept-invitation.js";
import type { createUser } from "../subjects/users/create-user.js";
import type { deleteUser } from "../subjects/users/delete-user.js";
import type { inviteAgain, listInvited } from "../subjects/users/invite-user.js";
import type { listUsers, oneUser } from "../subjects/users/list-users.js";
import type { mailInvitation } from "../subjects/users/mail-invitation.js";
import type { updateUser } from "../subjects/users/update-user.js";
import type { putUserImage, userImage } from "../subjects/users/user-image.js";
import type { listShownReviews } from "../subjects/widget/aggregate-reviews.js";
import type { averageRating } from "../subjects/widget/average-rating.js";
import type { setWidget, showWidget } from "../subjects/widget/configure-widget.js";
import type { embedWidget } from "../subjects/widget/embed-widget.js";

/** Use cases about the users of an account. */
export interface UserUseCases {
  /** Lists the users of an account, sorted by id. Throws `invalid_limit` and `invalid_cursor`. */
  readonly list: ReturnType<typeof listUsers>;
  /** Returns one user with the role. Throws `user_not_found`. */
  readonly one: ReturnType<typeof oneUser>;
  /**
   * Creates a pending user and an invitation. Throws `invalid_user` with JSON pointers, `email_taken` and
   * `too_many_users`.
   */
  readonly create: ReturnType<typeof createUser>;
  /**
   * Updates the fields of a user that the body contains. Throws `user_not_found`, `invalid_user` and
   * `last_administrator`.
   */
  readonly update: ReturnType<typeof updateUser>;
  /**
   * Deletes a user with the image, the invitation and the password. Throws `user_not_found` and
   * `last_administrator`.
   */
  readonly remove: ReturnType<typeof deleteUser>;
  /** Returns the image of a user with its media type. Throws `image_not_found`. */
  readonly image: ReturnType<typeof userImage>;
  /**
   * Converts an uploaded image and stores it for the user. Throws `user_not_found` and the errors of the port
   * `imageEncoder`.
   */
  readonly putImage: ReturnType<typeof putUserImage>;
}

/** Use cases about invitations to set a password. */
export interface InvitationUseCases {
  /** Lists all users of an account with their latest invitations, sorted by user id. */
  readonly list: ReturnType<typeof listInvited>;
  /** Invites a pending user again. Throws `user_not_found` and `user_active`. */
  readonly again: ReturnType<typeof inviteAgain>;
  /** Mails the invitation that has been due longest, in all accounts. Only one process mails at a time. */
  readonly mail: ReturnType<typeof mailInvitation>;
  /**
   * Opens an invitation by the token in its link. Throws `invitation_not_found`, `invitation_over` and
   * `passwords_off`.
   */
  readonly open: ReturnType<typeof openInvitation>;
  /**
   * Sets the password of an invited user and activates the user. Works once per invitation. Throws
   * `invalid_password` and the errors of `open`.
   */
  readonly setPassword: ReturnType<typeof setPassword>;
}

/** Use cases about the review widget of an account. */
export interface WidgetUseCases {
  /** Changes the settings of the widget, or creates the widget. Throws `invalid_widget`. */
  readonly set: ReturnType<typeof setWidget>;
  /** Returns the settings of the widget. Throws `widget_not_configured`. */
  readonly show: ReturnType<typeof showWidget>;
  /** Returns the average of all public ratings from 1 to 5. Throws `widget_not_configured`. */
  readonly averages: ReturnType<typeof averageRating>;
  /** Returns the average of the ratings in surveys from 1 to 5. Throws `widget_not_configured`. */
  readonly surveyAverage: ReturnType<typeof averageRating>;
  /** Returns the average of public ratings and ratings in surveys together. Throws `widget_not_configured`. */
  readonly combinedAverage: ReturnType<typeof averageRating>;
  /**
   * Lists the public reviews with a comment and enough stars, newest first, up to the limit of the widget. Throws
   * `widget_not_configured`.
   */
  readonly reviews: ReturnType<typeof listShownReviews>;
  /** Returns the public data of a widget by its id, without authentication. Throws `widget_not_found`. */
  readonly embed: ReturnType<typeof embedWidget>;
}
