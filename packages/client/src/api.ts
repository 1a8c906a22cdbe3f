// Made from docs/openapi.json by `npm run docs`: change the routes instead.
export type paths = {
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check liveness
         * @description Checks that the process responds. Needs no credential. Does not check the database. If this check fails, restart the process.
         */
        get: operations["checkAlive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check readiness
         * @description Checks whether the service can handle requests. Needs no credential. Returns 503 while the service starts or stops, or if the database is unavailable.
         */
        get: operations["checkReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange an assertion for an access token
         * @description Issues an access token for `/v2` to a registered client that signs a JWT assertion (RFC 7523). Reuse the token until it expires, then send a new assertion. Each assertion is accepted only once and must expire at most 300 seconds after it is issued. If authentication fails, the response is 401 and does not show the cause.
         */
        post: operations["exchangeAssertion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-authorization-server": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the authorization server metadata
         * @description Metadata of the authorization server (RFC 8414). OAuth libraries can use the metadata to configure themselves. Needs no credential. Returns 404 if the service does not issue access tokens.
         */
        get: operations["describeTokenIssuer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/smart-configuration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the SMART configuration
         * @description Metadata of the authorization server, in the format of SMART Backend Services. The token endpoint and the algorithms are the same as in `/.well-known/oauth-authorization-server`. Needs no credential. Returns 404 if the service does not issue access tokens.
         */
        get: operations["describeSmartConfiguration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List reviews
         * @description Reviews from all platforms, in one format. Newest first by `create_time`. Without a date, the list covers all time. With only `date`, the list covers the 24 hours from that time. With only `end`, the list covers everything up to that time. With `modified_since`, the list also contains older reviews whose location or provider was renamed.
         */
        get: operations["listReviewsV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/surveys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List NPS surveys
         * @description Answers to NPS surveys, in the format of reviews. Newest first by `create_time`. Without a date, the list covers all time. With only `date`, the list covers the 24 hours from that time. With only `end`, the list covers everything up to that time. The parameter `rating` refers to the star rating, not to the field `nps_rating`.
         */
        get: operations["listNpsSurveysV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invites
         * @description Invites sent to patients after visits, with their clicks. Newest first by `sent_at`. A planned invite is not in the list until its planned time. Without `date`, the list covers all time. With `date`, the list covers the 24 hours from that time. Rows have an id only with `keys=true`.
         */
        get: operations["listInvitesV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/surveys-list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List surveys
         * @description Ids and names of the account's surveys, sorted by id. Use the id as `survey_id` in `/survey-responses`. The response contains all rows. To get 304 if the list has not changed, send the `ETag` of the last response as `If-None-Match`.
         */
        get: operations["listSurveyNamesV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/survey-responses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List survey responses
         * @description Responses to one survey, newest first by submission time. Without a date, the list covers all time. With only `start_date`, the list covers everything from that time. Each row has one field per question, so the fields differ between surveys. Rows have an id only with `keys=true`.
         */
        get: operations["listSurveyResponsesV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List calls
         * @description Calls from call trackers, each with its linked appointment. Newest first by call time. Without a date, the list covers all time. With only `start_date`, the list covers the 24 hours from that time. With only `end_date`, the list covers everything up to that time. Rows have an id only with `keys=true`.
         */
        get: operations["listCallsV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/conversions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List conversions
         * @description Calls and online submissions, each with its linked appointment. Newest first by `date`. Without a date, the list covers all time. With only `start_date`, the list covers the 24 hours from that time. To keep a copy in sync, send `modified_since` and overwrite rows by `conversion_id`. When a conversion is linked to an appointment, `modified_at` changes for all conversions of that appointment.
         */
        get: operations["listConversionsV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Summarize campaigns
         * @description Conversions, cost and results of marketing in a date range, with one item per marketing channel. Sorted by channel name, ignoring case. The date range refers to the time of the conversions. The linked appointments can be later. All values are strings. Do not add up `Assists` across channels, because several channels can count the same appointment.
         */
        get: operations["listCampaignsV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integration-imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List imports
         * @description Runs of appointment imports, newest first by `import_id`. `start_date` and `end_date` are inclusive and refer to the day of the earliest appointment in the run. Test runs are included only with `show_test_runs=true`.
         */
        get: operations["listImportsV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/insights/byMonth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List monthly metrics of listings
         * @description Monthly counts of views and actions on the locations' online listings. Sorted by location, month and type. Months without data have no row. Unlike the responses of all other lists, this response is a bare JSON array.
         */
        get: operations["listListingMetricsV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/locations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List locations
         * @description Locations of the account, sorted by id. Use the id as `location_id` in the filters of `/v2`. The response contains all rows. To get 304 if the list has not changed, send the `ETag` of the last response as `If-None-Match`.
         */
        get: operations["listLocationsV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/platforms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List platforms
         * @description Review platforms and surveys of the account, sorted by id. The response contains all rows. To get 304 if the list has not changed, send the `ETag` of the last response as `If-None-Match`.
         */
        get: operations["listPlatformsV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List messages
         * @description Message templates for invites, in all languages, sorted by id. The response contains all rows. To get 304 if the list has not changed, send the `ETag` of the last response as `If-None-Match`.
         */
        get: operations["listMessagesV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List groups
         * @description Groups with their providers and locations, sorted by id. The response contains all rows. To get 304 if the list has not changed, send the `ETag` of the last response as `If-None-Match`.
         */
        get: operations["listGroupsV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/online-submissions/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a submission
         * @description Stores one appointment request from a scheduling partner, and creates a conversion from the request. Returns 201 for a new submission and 200 for a duplicate. Send an `Idempotency-Key` to retry safely.
         */
        post: operations["uploadSubmission"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/online-submissions/bulk-upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload submissions in bulk
         * @description Stores up to 1000 submissions in one request. If any submission is invalid, the whole request fails and nothing is stored. The error lists the invalid fields. Each submission must have a `submission_date`. The body can have at most 5 MB. Returns 201 even if all submissions are duplicates.
         */
        post: operations["uploadSubmissions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description All users of the account, sorted by id, including pending users who have not set a password. Roles are included only with `show_roles=true`. The response contains all users.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Create a user
         * @description Creates a pending user and emails an invitation to set a password. The user is active after setting the password. The `Location` header has the path of the user. Send an `Idempotency-Key` to retry safely. A new user cannot have the role `Group Admin`. To assign this role, update the user.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a user
         * @description Returns one user of the account, always with `role`. Returns 404 if the user was deleted or belongs to another account.
         */
        get: operations["getUser"];
        /**
         * Update a user
         * @description Updates the name, role or `oid` of a user. Fields that are absent keep their values. The email address cannot be changed. The role of the last active Administrator cannot be changed (409).
         */
        put: operations["updateUser"];
        post?: never;
        /**
         * Delete a user
         * @description Deletes a user, with the user's image, password and open invitation. The email address can then be used for a new user. The last active Administrator cannot be deleted (409).
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/{id}/image": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a user's image
         * @description Returns the user's image, at most 512 pixels wide and high. Returns 404 if the user has no image. Send the `ETag` as `If-None-Match` to get 304 if the image has not changed.
         */
        get: operations["getUserImage"];
        /**
         * Upload a user's image
         * @description Adds or replaces the user's image. The body is multipart/form-data with one PNG, JPEG or WebP file. The image is scaled down to at most 512 pixels per side and stored without metadata.
         */
        put: operations["putUserImage"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List reviews
         * @description Reviews from all platforms, in one format. Newest first by `create_time`. Without a date, the list covers all time. With only `date`, the list covers the 24 hours from that time. With only `end`, the list covers everything up to that time. With `modified_since`, the list also contains older reviews whose location or provider was renamed.
         */
        get: operations["listReviews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/surveys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List NPS surveys
         * @description Answers to NPS surveys, in the format of reviews. Newest first by `create_time`. Without a date, the list covers all time. With only `date`, the list covers the 24 hours from that time. With only `end`, the list covers everything up to that time. The parameter `rating` refers to the star rating, not to the field `nps_rating`.
         */
        get: operations["listNpsSurveys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/invites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invites
         * @description Invites sent to patients after visits, with their clicks. Newest first by `sent_at`. A planned invite is not in the list until its planned time. Without a date, the list covers all time. With only `date`, the list covers the 24 hours from that time. The window includes the whole day of `end`, even if `end` is a timestamp. Rows have an id only with `keys=true`.
         */
        get: operations["listInvites"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/surveys-list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List surveys
         * @description Ids and names of the account's surveys, sorted by id. Use the id as `survey_id` in `/survey-responses`. The response contains all rows. To get 304 if the list has not changed, send the `ETag` of the last response as `If-None-Match`.
         */
        get: operations["listSurveyNames"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/survey-responses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List survey responses
         * @description Responses to one survey, newest first by submission time. Without a date, the list covers all time. With only `start_date`, the list covers everything from that time. Each row has one field per question, so the fields differ between surveys. Rows have an id only with `keys=true`.
         */
        get: operations["listSurveyResponses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List calls
         * @description Calls from call trackers, each with its linked appointment. Newest first by call time. Without a date, the list covers all time. With only `start_date`, the list covers the 24 hours from that time. With only `end_date`, the list covers everything up to that time. Rows have an id only with `keys=true`.
         */
        get: operations["listCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/conversions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List conversions
         * @description Calls and online submissions, each with its linked appointment. Newest first by `date`. Without a date, the list covers all time. With only `start_date`, the list covers the 24 hours from that time. To keep a copy in sync, send `modified_since` and overwrite rows by `conversion_id`. When a conversion is linked to an appointment, `modified_at` changes for all conversions of that appointment.
         */
        get: operations["listConversions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Summarize campaigns
         * @description Conversions, cost and results of marketing in a date range, with one item per marketing channel. Sorted by channel name, ignoring case. The date range refers to the time of the conversions. The linked appointments can be later. All values are strings. Do not add up `Assists` across channels, because several channels can count the same appointment.
         */
        get: operations["listCampaigns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/integration-imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List imports
         * @description Runs of appointment imports, newest first by `import_id`. `start_date` and `end_date` are inclusive and refer to the day of the earliest appointment in the run. Test runs are included only with `show_test_runs=true`.
         */
        get: operations["listImports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/integration-imports/{import_id}/appointments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List appointment errors of an import
         * @description Errors and warnings about the appointments of one import, sorted by id. Each record is one error or warning. A row of the file can have several records, such as an unknown location and an unknown provider. Some records do not prevent the import of the appointment. The field `error_level` shows which records need correction.
         */
        get: operations["listImportAppointments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/integration-imports/{import_id}/invites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invite errors of an import
         * @description Reasons why no invite was scheduled for rows of one import, sorted by id. If the import connection schedules invites but stores no appointments, the list also has the records about unknown locations and providers. Rows skipped because of the patient's age have no record.
         */
        get: operations["listImportInvites"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/cahps-parsed-files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List patient-survey files
         * @description Patient files for CAHPS surveys, newest upload first. `start_date` and `end_date` are required and inclusive. Both refer to the upload time. The list includes files that failed or are not parsed yet. The field `download_status` shows the status of a file.
         */
        get: operations["listCahpsParsedFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/cahps-parsed-files/{file_id}/warnings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List patient-survey warnings
         * @description Rows with a defect or warning in one file, in file order. A defect excludes the patient from the survey. A warning does not exclude the patient. The list is empty until the `download_status` of the file is `Done`.
         */
        get: operations["listCahpsWarnings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/insights/byMonth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List monthly metrics of listings
         * @description Monthly counts of views and actions on the locations' online listings. Sorted by location, month and type. Months without data have no row. Unlike the responses of all other lists, this response is a bare JSON array.
         */
        get: operations["listListingMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/locations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List locations
         * @description Locations of the account, sorted by id. Use the id as `location_id` in the filters of `/v2`. The response contains all rows. To get 304 if the list has not changed, send the `ETag` of the last response as `If-None-Match`.
         */
        get: operations["listLocations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List providers
         * @description Providers of the account, sorted by id. Use the id as `provider_id` in filters. The response contains all rows. To get 304 if the list has not changed, send the `ETag` of the last response as `If-None-Match`.
         */
        get: operations["listProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/platforms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List platforms
         * @description Review platforms and surveys of the account, sorted by id. The response contains all rows. To get 304 if the list has not changed, send the `ETag` of the last response as `If-None-Match`.
         */
        get: operations["listPlatforms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List messages
         * @description Message templates for invites, in all languages, sorted by id. The response contains all rows. To get 304 if the list has not changed, send the `ETag` of the last response as `If-None-Match`.
         */
        get: operations["listMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List groups
         * @description Groups with their providers and locations, sorted by id. The response contains all rows. To get 304 if the list has not changed, send the `ETag` of the last response as `If-None-Match`.
         */
        get: operations["listGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List changes
         * @description Changes to an account's data, oldest first, including deletions. Use this list to keep a copy in sync. Without `cursor`, the response is a full copy of the data, list by list. To get later changes, send the last `X-Cursor` as `cursor`. Each changed row appears only once, with its current values. If the cursor has expired (410), start over without a cursor.
         */
        get: operations["listChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/checksums": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List checksums
         * @description Row counts and checksums, for verifying a copy made from `/changes`. Each item covers the rows of one list whose last change was in one UTC month. First update the copy to the `X-Cursor` of this response. The checksums apply only to the data at that cursor.
         */
        get: operations["listChecksums"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/aggregate-averages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the average review rating
         * @description Average rating of all reviews on public platforms, limited to the platforms in the widget configuration. Reviews without a comment are included. Despite its name, `survey_id` accepts ids of review platforms. Returns 404 until the account has a widget configuration.
         */
        get: operations["averageReviews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/aggregate-combined-average": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the combined average rating
         * @description Average rating of public reviews and survey responses together, limited to the platforms in the widget configuration. Every rating has the same weight. Survey ratings on other scales are converted to 1 to 5. Returns 404 until the account has a widget configuration.
         */
        get: operations["averageReviewsAndSurveys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/aggregate-survey-average": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the average survey rating
         * @description Average rating of survey responses and NPS surveys, limited to the platforms in the widget configuration. The rating of a survey response is its overall rating, converted to the scale of 1 to 5. The rating of an NPS survey is its star rating, not its NPS rating. Returns 404 until the account has a widget configuration.
         */
        get: operations["averageSurveys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/aggregate-reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List widget reviews
         * @description Public reviews as the account's embed widget shows them, newest first. Includes only reviews with a comment and at least `min_rating` stars. `limit` and `min_rating` default to the widget configuration. Returns 404 until the account has a widget configuration.
         */
        get: operations["listAggregateReviews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
};
export type webhooks = Record<string, never>;
export type components = {
    schemas: {
        /** AccessToken */
        AccessToken: {
            /** @description Opaque access token. Send it unchanged; do not parse it. */
            access_token: string;
            /**
             * @description Token type. Send the token as `Authorization: Bearer <access_token>`.
             * @enum {string}
             */
            token_type: "Bearer";
            /** @description Lifetime of the token in seconds. */
            expires_in: number;
            /** @description Scope of the token. */
            scope: string;
        };
        /** AggregateReview */
        AggregateReview: {
            /** @description Opaque id that can be shown publicly. It does not reveal `review_id`. */
            id: string;
            /** @description Review id from `/reviews`, as a string. */
            review_id: string;
            /** @description Star rating from 1 to 5. */
            rating: number;
            /** @description Name of the reviewer, or only the first name if the widget is configured to show only first names. */
            name: string;
            /** @description Text of the review. Never empty. */
            comment: string;
            /**
             * Format: date-time
             * @description Time when the review was submitted.
             */
            create_time: string;
            /** @description Name of the location. Absent if unknown. */
            location?: string;
            /** @description Name of the provider. Absent if unknown. */
            message?: string;
            /** @description Name of the platform. */
            platform: string;
        };
        /** AnsweredQuestion */
        AnsweredQuestion: {
            /** @description Question id, unique within its survey. */
            question_id: string;
            /** @description Question as shown to patients. */
            question_text: string;
            /** @description Label of the answer. Empty if the question was not answered. The survey response also has this label in the field named after the question. */
            val: string;
            /** @description Labels of the possible answers, keyed by answer code. The codes of choices start at 1. A point scale has labels only for its lowest and highest value. Empty for open questions. */
            display_values: {
                [key: string]: string;
            };
            /** @description Comment on the answer. Absent if there is none. */
            comment?: string;
        };
        /** AverageRating */
        AverageRating: {
            /** @description Number of ratings counted. */
            total: number;
            /** @description Mean rating, not rounded. The value is 0 if there are no ratings. */
            average: number;
            /** @description Mean rating for display, rounded to one decimal. */
            rating: number;
        };
        /** CahpsParsedFile */
        CahpsParsedFile: {
            /** @description Id of the row, unique in its list. The id never changes. Only present with `keys=true`. */
            _id?: string;
            /**
             * Format: date-time
             * @description Time of the last change to any part of the row. Only present with `keys=true`.
             */
            _changed_at?: string;
            /** @description File id. */
            file_id: number;
            /** @description Name of the connection that delivered the file. Null if there is none. */
            integration_connection: string | null;
            /** @description Name of the transform that was applied to the file. Null if there is none. */
            file_transform: string | null;
            /**
             * @description Processing status: `Pending`, then `Started`, then `Done` or `Failed`. `Failed` means that the file could not be parsed.
             * @enum {string}
             */
            download_status: "Pending" | "Started" | "Done" | "Failed";
            /** @description True for a test file. */
            is_test: boolean;
            /**
             * @description CAHPS survey of the file.
             * @enum {string}
             */
            cahps_type: "OASCAHPS" | "HCAHPS";
            /** @description Number of patient rows. 0 until the file is parsed. */
            total_patients: number;
            /** @description Number of rows with a defect or warning. Equals the number of records at `/cahps-parsed-files/{file_id}/warnings`. */
            warnings_count: number;
            /** @description Time when the file was uploaded, as an ISO 8601 timestamp in UTC. */
            created_at: string;
            /** @description Email address of the user who uploaded the file, or `system` for automatic uploads. */
            created_by: string;
        };
        /** CahpsWarning */
        CahpsWarning: {
            /** @description Id of the row, unique in its list. The id never changes. Only present with `keys=true`. */
            _id?: string;
            /**
             * Format: date-time
             * @description Time of the last change to any part of the row. Only present with `keys=true`.
             */
            _changed_at?: string;
            /** @description Id of the file. Only present with `keys=true`. */
            _file_id?: number;
            /** @description Warning record id. */
            id: number;
            /** @description Patient id from the row. */
            patient_id: string;
            /** @description Values of the row, as received. Keys are standard names such as `first_name` for known columns, and the headings of the file for other columns. */
            patient_info: {
                [key: string]: string;
            };
            /** @description Location name from the row. */
            location_name: string;
            /** @description Texts of all findings, separated by semicolons. Defects come before warnings. */
            row_note: string;
            /** @description Findings (defects and warnings), each with a code. */
            notes: {
                /** @description Defects, which exclude the patient from the survey. Absent if there are none. */
                discovered_defects?: {
                    /** @description Code of the finding, in snake case. Codes do not change. */
                    code: string;
                    /** @description Key of the value in `patient_info` that the finding is about. Null if the finding is not about a single value. */
                    field: string | null;
                    /** @description Explanation of the finding in English. */
                    text: string;
                }[];
                /** @description Warnings, which do not exclude the patient from the survey. Absent if there are none. */
                warnings?: {
                    /** @description Code of the finding, in snake case. Codes do not change. */
                    code: string;
                    /** @description Key of the value in `patient_info` that the finding is about. Null if the finding is not about a single value. */
                    field: string | null;
                    /** @description Explanation of the finding in English. */
                    text: string;
                }[];
                /** @description Equal to `row_note`. */
                notes_string: string;
            };
        };
        /** Call */
        Call: {
            /** @description Id of the row, unique in its list. The id never changes. Only present with `keys=true`. */
            _id?: string;
            /**
             * Format: date-time
             * @description Time of the last change to any part of the row. Only present with `keys=true`.
             */
            _changed_at?: string;
            /** @description Id of the appointment's location. Null if unknown. Only present with `keys=true`. */
            _location_id?: number | null;
            /** @description Id of the appointment's provider. Null if unknown. Only present with `keys=true`. */
            _provider_id?: number | null;
            /** @description Id of the marketing campaign. Null if unknown. Only present with `keys=true`. */
            _campaign_id?: number | null;
            /** @description Id of the linked appointment. Null until an appointment is linked. Only present with `keys=true`. */
            _appointment_id?: number | null;
            /** @description Date and time of the linked appointment, in the account's time zone. `-` until an appointment is linked. */
            appt_date: string;
            /** @description Date and time of the call, in the account's time zone. */
            call_date: string;
            /** @description Marketing campaign. `-` if unknown. */
            campaign: string;
            /** @description Marketing channel. `Unassigned` if unknown. */
            channel: string;
            /** @description Phone number of the caller. In E.164 format if the number is valid, otherwise as received. */
            from_number: string;
            /** @description Name of the appointment's location. `-` until the location is known. */
            location_name: string;
            /** @description True if, at the time of the call, the account had no earlier appointment or invite with the same phone number. */
            new_patient: boolean;
            /** @description Patient id from the appointment. `Unknown` until the patient is known. */
            patient_id: string;
            /** @description Name of the patient. `Unknown` until the patient is known. */
            patient_name: string;
            /** @description Name of the appointment's provider. `-` until the provider is known. */
            provider: string;
            /** @description Marketing source. `-` if unknown. */
            source: string;
            /** @description Phone number that was called. In E.164 format if the number is valid, otherwise as received. */
            tracking_number: string;
        };
        /** CampaignSummary */
        CampaignSummary: {
            /** @description Number of appointments whose last conversion is in the date range and in this channel. */
            Appointments: string;
            /** @description Number of appointments with at least one conversion in the date range and in this channel, excluding the last conversion of each appointment. */
            Assists: string;
            /** @description Marketing channel. `Unassigned` if unknown. */
            Channel: string;
            /** @description Number of conversions in the date range and in this channel. */
            Conversions: string;
            /** @description Marketing cost for the days in the date range. The value includes the currency symbol of the account. */
            Cost: string;
            /** @description Cost per appointment. Zero if there are no appointments. The value includes the currency symbol of the account. */
            "Cost/Appt": string;
            /** @description Cost per assist. Zero if there are no assists. The value includes the currency symbol of the account. */
            "Cost/Assist": string;
            /** @description Cost per conversion. Zero if there are no conversions. The value includes the currency symbol of the account. */
            "Cost/Conversion": string;
            /** @description Cost per new patient. Zero if there are no new patients. The value includes the currency symbol of the account. */
            "Cost/Patient": string;
            /** @description Revenue from the appointments. If the revenue of an appointment is unknown, the account's settings provide an estimate. The value includes the currency symbol of the account. */
            "Estimated Revenue": string;
            /** @description Number of new patients. Counts the appointments in `Appointments` whose last conversion has `new_patient` set to true. */
            "New Patients": string;
            /** @description Return on ad spend: the revenue as a percentage of the cost. `0%` if there is no cost. */
            ROAS: string;
        };
        /** Change */
        Change: {
            /**
             * @description List that contains the row.
             * @enum {string}
             */
            list: "reviews" | "surveys" | "survey-responses" | "invites" | "calls" | "conversions" | "locations" | "providers" | "platforms" | "messages" | "groups" | "surveys-list" | "insights/byMonth" | "integration-imports" | "integration-imports/appointments" | "integration-imports/invites" | "cahps-parsed-files" | "cahps-parsed-files/warnings" | "campaign-catalog" | "spends" | "appointments";
            /** @description Id of the row, unique in its list. The id never changes. */
            id: string;
            /**
             * @description Type of change. `upsert` means that the row was added or changed. `delete` means that the row was deleted.
             * @enum {string}
             */
            op: "upsert" | "delete";
            /**
             * Format: date-time
             * @description Time when the row was last changed or deleted.
             */
            changed_at: string;
            /** @description The complete row as its `/v2` list returns it, including optional fields. The first fields are ids of related records, such as `_location_id`. Absent for deleted rows. */
            item?: Record<string, never>;
        };
        /** Checksum */
        Checksum: {
            /**
             * @description Name of the list.
             * @enum {string}
             */
            list: "reviews" | "surveys" | "survey-responses" | "invites" | "calls" | "conversions" | "locations" | "providers" | "platforms" | "messages" | "groups" | "surveys-list" | "insights/byMonth" | "integration-imports" | "integration-imports/appointments" | "integration-imports/invites" | "cahps-parsed-files" | "cahps-parsed-files/warnings" | "campaign-catalog" | "spends" | "appointments";
            /** @description UTC month in which the rows last changed, as `YYYY-MM`. */
            month: string;
            /** @description Number of rows in the list whose last change was in this month. */
            count: number;
            /** @description Sum of the CRC-32 values of the rows, modulo 2^53. Each CRC-32 covers the id of the row, a zero byte, and the JSON text of `item`, exactly as in the response of `/changes`. */
            checksum: string;
        };
        /** Conversion */
        Conversion: {
            /** @description Id of the row, unique in its list. The id never changes. Only present with `keys=true`. */
            _id?: string;
            /**
             * Format: date-time
             * @description Time of the last change to any part of the row. Only present with `keys=true`.
             */
            _changed_at?: string;
            /** @description Id of the appointment's location. Null if unknown. Only present with `keys=true`. */
            _location_id?: number | null;
            /** @description Id of the appointment's provider. Null if unknown. Only present with `keys=true`. */
            _provider_id?: number | null;
            /** @description Id of the marketing campaign. Null if unknown. Only present with `keys=true`. */
            _campaign_id?: number | null;
            /** @description Id of the linked appointment. Null until an appointment is linked. Only present with `keys=true`. */
            _appointment_id?: number | null;
            /** @description Unique id of the conversion: `call-` or `sub-`, followed by the id of the call or submission. */
            conversion_id: string;
            /** @description Timestamp of the linked appointment, or its date if the time of day is unknown. Null until an appointment is linked. */
            appt_date: string | null;
            /** @description Marketing campaign. Null if unknown. */
            campaign: string | null;
            /** @description Marketing channel. `Unassigned` if unknown. */
            channel: string;
            /** @description Marketing source. Null if unknown. */
            source: string | null;
            /**
             * Format: date-time
             * @description Time of the call or submission.
             */
            date: string;
            /** @description Phone number of the caller or prospect. In E.164 format if the number is valid, otherwise as received. */
            from_number: string;
            /** @description Name of the appointment's location. Null until an appointment is linked. */
            location_name: string | null;
            /** @description True if, at the time of the conversion, the account had no earlier appointment or invite with the same phone number. */
            new_patient: boolean;
            /** @description Patient id from the appointment. Null until an appointment is linked. */
            patient_id: string | null;
            /** @description Name of the patient from the appointment. Null until an appointment is linked. */
            patient_name: string | null;
            /** @description Name of the appointment's provider. Null until an appointment is linked. */
            provider: string | null;
            /** @description Phone number that was called. In E.164 format if the number is valid, otherwise as received. Null for submissions. */
            tracking_number: string | null;
            /**
             * @description Type of conversion. `Call` is a call. `Online` is a submission from a web form. `App` is a submission from an app.
             * @enum {string}
             */
            type: "Call" | "Online" | "App";
            /**
             * Format: date-time
             * @description Time when the conversion was recorded. If the conversion is linked to an appointment, the time when a conversion was last linked to that appointment.
             */
            modified_at: string;
        };
        /** Group */
        Group: {
            /** @description Id of the row, unique in its list. The id never changes. Only present with `keys=true`. */
            _id?: string;
            /**
             * Format: date-time
             * @description Time of the last change to any part of the row. Only present with `keys=true`.
             */
            _changed_at?: string;
            /** @description Group id. */
            id: number;
            /** @description Name of the group. */
            name: string;
            /** @description Providers in the group. */
            providers: components["schemas"]["GroupProvider"][];
            /** @description Locations in the group. */
            locations: components["schemas"]["GroupLocation"][];
        };
        /** GroupChild */
        GroupChild: {
            /** @description Listing id. */
            id: number;
            /** @description Name of the listing. */
            name: string;
            /** @description Postal address on one line. Null if unknown. */
            formatted: string | null;
            /** @description Same value as `formatted`, for clients that use the spelling `formated`. */
            formated: string | null;
            /** @description Id of the provider that the listing belongs to. */
            provider_id: number;
        };
        /** GroupLocation */
        GroupLocation: {
            /** @description Location id. */
            id: number;
            /** @description Name of the location. */
            name: string;
            /** @description Postal address on one line. Null if unknown. */
            formatted: string | null;
            /** @description Ids of the location in external systems. */
            external_location_ids: string[];
            /** @description Listings of providers at this location. */
            children: components["schemas"]["GroupChild"][];
        };
        /** GroupProvider */
        GroupProvider: {
            /** @description Provider id. */
            id: number;
            /** @description Name of the provider. */
            name: string;
            /** @description Ids of the provider in external systems. */
            external_provider_ids: string[];
        };
        /** ImportRecord */
        ImportRecord: {
            /** @description Id of the row, unique in its list. The id never changes. Only present with `keys=true`. */
            _id?: string;
            /**
             * Format: date-time
             * @description Time of the last change to any part of the row. Only present with `keys=true`.
             */
            _changed_at?: string;
            /** @description Id of the import run. Only present with `keys=true`. */
            _import_id?: number;
            /** @description Id of the record. A record about an appointment and a record about an invite never have the same id. */
            id: number;
            /**
             * @description Type of the error or warning.
             * @enum {string}
             */
            error_type: "provider_mismatch" | "location_mismatch" | "silenced" | "duplicate_appointment" | "appointment_day_rule" | "appointment_date" | "stops" | "invite_day_rule" | "duplicate_invite" | "missing_contact" | "reviewer_name" | "monitoring_only" | "missing_date_of_birth" | "missing_state";
            /**
             * @description `error` means that the data in the file or the settings of the account must be corrected. `warning` means that no correction is needed because a rule was applied, or because missing data had no effect.
             * @enum {string}
             */
            error_level: "error" | "warning";
            /** @description Patient name from the row. */
            patient_name: string;
            /** @description Patient id from the row. */
            patient_id: string;
            /** @description Timestamp of the appointment, or its date if the row has no time of day. Null if missing or invalid. */
            appointment_date: string | null;
            /** @description Location from the row. */
            location_name: string;
            /** @description Provider from the row. */
            provider: string;
            /** @description First valid number of the mobile, home and work phone, in that order. In E.164 format. Null if there is none. */
            phone: string | null;
            /** @description Email address from the row. Null if missing or invalid. */
            email: string | null;
            /** @description Date of birth, as `YYYY-MM-DD`. Null if missing or invalid. */
            date_of_birth: string | null;
            /** @description Two-letter abbreviation of the patient's state. Null if missing or invalid. */
            state: string | null;
            /** @description Details of the error or warning. The keys depend on `error_type`. `location_mismatch`, `provider_mismatch`, `silenced` and `appointment_date` have `field` and `value`. `duplicate_appointment`, `duplicate_invite` and `invite_day_rule` have `existing_id` and `existing_date` of the other appointment or invite. If it comes from an earlier row of the same file, they also have `existing_row`, the number of that row. If a later row of the file replaces this row, the only key is `superseded_by_row`. `stops` has `contact` and `since`. `appointment_day_rule` has `allowed_from` and `allowed_to`. */
            match_info?: Record<string, never>;
        };
        /** ImportRun */
        ImportRun: {
            /** @description Id of the row, unique in its list. The id never changes. Only present with `keys=true`. */
            _id?: string;
            /**
             * Format: date-time
             * @description Time of the last change to any part of the row. Only present with `keys=true`.
             */
            _changed_at?: string;
            /** @description Id of the import run. */
            import_id: number;
            /** @description Number of rows, excluding canceled, no-show, rescheduled and deleted appointments. */
            rows_processed: number;
            /** @description Number of errors and warnings about unknown locations and providers. */
            mismatches: number;
            /** @description Number of warnings about appointments and invites. */
            warnings: number;
            /** @description Number of rows whose appointment was stored or updated. */
            appointment_captured: number;
            /** @description Number of patients whose first appointment in the account was stored by this run. */
            new_patients: number;
            /** @description Number of rows for which an invite was scheduled. */
            scheduled_invites: number;
            /** @description Number of rows whose appointment was not stored. */
            skipped_appointments: number;
            /** @description Number of rows for which no invite was scheduled. 0 if the connection sends no invites. */
            skipped_invites: number;
            /** @description Date of the earliest appointment in the file, as `YYYY-MM-DD`. The upload date if no row has a usable date. */
            start_date: string;
            /** @description Date of the latest appointment in the file, as `YYYY-MM-DD`. The upload date if no row has a usable date. */
            end_date: string;
            /** @description Time when the file was received, as `YYYY-MM-DD HH:mm:ss` in UTC. */
            upload_date: string;
            /** @description True for a test run, which stores no appointments and sends no invites. Only present with `show_test_runs=true`. */
            is_test?: boolean;
            /** @description Number of rows per type of error or warning. */
            errors: {
                /** @description Number of rows per type of error or warning about appointments. Empty if there are none. */
                appointments: {
                    [key: string]: number;
                };
                /** @description Number of rows per type of error or warning about invites. Empty if there are none. */
                invites: {
                    [key: string]: number;
                };
            };
        };
        /** ImportRunV1 */
        ImportRunV1: {
            /** @description Id of the row, unique in its list. The id never changes. Only present with `keys=true`. */
            _id?: string;
            /**
             * Format: date-time
             * @description Time of the last change to any part of the row. Only present with `keys=true`.
             */
            _changed_at?: string;
            /** @description Id of the import run. */
            import_id: number;
            /** @description Number of rows, excluding canceled, no-show, rescheduled and deleted appointments. */
            rows_processed: number;
            /** @description Number of errors and warnings about unknown locations and providers. */
            mismatches: number;
            /** @description Number of warnings about appointments and invites. */
            warnings: number;
            /** @description Number of rows whose appointment was stored or updated. */
            appointment_captured: number;
            /** @description Number of patients whose first appointment in the account was stored by this run. */
            new_patients: number;
            /** @description Number of rows for which an invite was scheduled. */
            scheduled_invites: number;
            /** @description Number of rows whose appointment was not stored. */
            skipped_appointments: number;
            /** @description Number of rows for which no invite was scheduled. 0 if the connection sends no invites. */
            skipped_invites: number;
            /** @description Date of the earliest appointment in the file, as `YYYY-MM-DD`. The upload date if no row has a usable date. */
            start_date: string;
            /** @description Date of the latest appointment in the file, as `YYYY-MM-DD`. The upload date if no row has a usable date. */
            end_date: string;
            /** @description Time when the file was received, as `YYYY-MM-DD HH:mm:ss` in UTC. */
            upload_date: string;
            /** @description True for a test run, which stores no appointments and sends no invites. Only present with `show_test_runs=true`. */
            is_test?: boolean;
        };
        /** Invite */
        Invite: {
            /** @description Id of the row, unique in its list. The id never changes. Only present with `keys=true`. */
            _id?: string;
            /**
             * Format: date-time
             * @description Time of the last change to any part of the row. Only present with `keys=true`.
             */
            _changed_at?: string;
            /** @description Platforms that the recipient clicked, each with the time of the click. */
            clicked: {
                /** @description Time of the click. */
                created_at: string;
                /** @description Name of the platform. */
                name: string;
            }[];
            /** @description Name of the recipient. Null if unknown. */
            customer_name: string | null;
            /** @description Ids of the location in external systems. */
            external_location_ids: string[];
            /** @description Ids of the provider in external systems. */
            external_provider_ids: string[];
            /** @description Custom fields of the practice, keyed by field name. The parameter `custom_filters` refers to these fields. */
            extras: {
                [key: string]: string;
            };
            /** @description Name of the location. Null if unknown. */
            location: string | null;
            /** @description Location id, as a string. Null if unknown. */
            location_id: string | null;
            /** @description First id in `external_location_ids`. Null if there is none. */
            location_oid: string | null;
            /** @description Name of the message template. Null if unknown. */
            message: string | null;
            /** @description Time when the invite was opened. Null if it was not opened. */
            opened: string | null;
            /** @description Name of the platform. Null if unknown. */
            platform: string | null;
            /** @description True if the recipient proceeded to write a review. */
            proceeded_to_review: boolean;
            /** @description Name of the provider. Null if unknown. */
            provider: string | null;
            /** @description Provider id, as a string. Null if unknown. */
            provider_id: string | null;
            /** @description Rating given by the recipient. Null if there is none. */
            review_rating: number | null;
            /** @description Time when the invite was sent. If `status` is `scheduled`, the planned time. */
            sent_at: string;
            /** @description Name of the sender. Empty if the invite was sent automatically. */
            sent_by: string;
            /** @description Phone number or email address of the recipient. */
            sent_to: string;
            /** @description Status of the invite. `scheduled` means that an import planned the invite. The invite is not in the list until its planned time. */
            status: string;
            /**
             * @description Channel that the invite was sent through.
             * @enum {string}
             */
            type: "sms" | "email";
        };
        /** ListingMetric */
        ListingMetric: {
            /** @description Id of the row, unique in its list. The id never changes. Only present with `keys=true`. */
            _id?: string;
            /**
             * Format: date-time
             * @description Time of the last change to any part of the row. Only present with `keys=true`.
             */
            _changed_at?: string;
            /** @description Location id. */
            location_id: number;
            /** @description Month, as a number of the form `YYYYMM`. */
            month: number;
            /**
             * @description Type of view or action that was counted.
             * @enum {string}
             */
            metric_type: "views_maps" | "views_search" | "actions_website" | "actions_phone" | "actions_driving_directions";
            /** @description Number of views or actions for this location, month and type. */
            count: number;
        };
        /** Location */
        Location: {
            /** @description Id of the row, unique in its list. The id never changes. Only present with `keys=true`. */
            _id?: string;
            /**
             * Format: date-time
             * @description Time of the last change to any part of the row. Only present with `keys=true`.
             */
            _changed_at?: string;
            /** @description Location id. */
            id: number;
            /** @description Name of the location. */
            location_name: string;
            /** @description Ids of the location in external systems. */
            external_location_ids: string[];
        };
        /** Message */
        Message: {
            /** @description Id of the row, unique in its list. The id never changes. Only present with `keys=true`. */
            _id?: string;
            /**
             * Format: date-time
             * @description Time of the last change to any part of the row. Only present with `keys=true`.
             */
            _changed_at?: string;
            /** @description Message id. */
            id: number;
            /** @description Name of the message. */
            name: string;
            /** @description Message texts, keyed by language code. */
            languages: {
                [key: string]: components["schemas"]["MessageText"];
            };
        };
        /** MessageText */
        MessageText: {
            /** @description Key of the message text. */
            key: string;
            /** @description Message text, with placeholders for the customer's first name, the account name and the user name. */
            message: string;
        };
        /** NewUser */
        NewUser: {
            /**
             * @description The user's role.
             * @enum {string}
             */
            role: "Administrator" | "Office Staff" | "Location Admin";
            /** @description Name of the user. One line, without control characters or invisible characters. */
            name: string;
            /** @description Email address, unique within the account. Letter case does not matter. The invitation is sent to this address. Within 24 hours, an account sends at most 2 invitations to one address and 500 invitations in total. If a limit is reached, the user is created and the invitation is sent later. */
            email: string;
            /** @description Id of the user in the partner's system. Absent if there is none. */
            oid?: string;
        };
        /** OAuthError */
        OAuthError: {
            /** @description Error code from RFC 6749. */
            error: string;
            /** @description Explanation of the error in English. */
            error_description: string;
            /** @description Equal to `error_description`. */
            message: string;
        };
        /** Platform */
        Platform: {
            /** @description Id of the row, unique in its list. The id never changes. Only present with `keys=true`. */
            _id?: string;
            /**
             * Format: date-time
             * @description Time of the last change to any part of the row. Only present with `keys=true`.
             */
            _changed_at?: string;
            /** @description Platform id. */
            id: number;
            /** @description Name of the platform or survey. */
            name: string;
            /** @description True if the platform is a survey. */
            is_survey: boolean;
            /** @description True if the platform is in use. Absent for surveys. */
            active?: boolean;
        };
        /** Problem */
        Problem: {
            /** @description Always `about:blank`. Use `code` to identify the error. */
            type: string;
            /** @description HTTP reason phrase of the status. */
            title: string;
            /** @description HTTP status of the response. */
            status: number;
            /** @description Explanation of the error in English. The wording may change. */
            detail: string;
            /** @description Equal to `detail`. */
            message: string;
            /** @description Error code for programs. Codes do not change, but new codes may be added. */
            code: string;
            /** @description Suggestion for fixing the error. For example, the suggestion names the requests for which the credential is valid. */
            hint?: string;
            /** @description All errors in the request. Each error names the invalid parameter or points to the invalid part of the body. */
            errors?: components["schemas"]["ProblemDetail"][];
            /** @description Id of the request, equal to the `X-Request-Id` header. */
            request_id: string;
        };
        /** ProblemDetail */
        ProblemDetail: {
            /** @description Name of the invalid query parameter. */
            parameter?: string;
            /** @description JSON pointer to the invalid part of the body. Empty if the error concerns the whole body. */
            pointer?: string;
            /** @description Explanation of the error, with the accepted values. */
            message: string;
        };
        /** Provider */
        Provider: {
            /** @description Id of the row, unique in its list. The id never changes. Only present with `keys=true`. */
            _id?: string;
            /**
             * Format: date-time
             * @description Time of the last change to any part of the row. Only present with `keys=true`.
             */
            _changed_at?: string;
            /** @description Provider id. */
            id: number;
            /** @description Name of the provider. */
            name: string;
            /** @description National Provider Identifier (NPI), ten digits. Null if unknown. */
            npi: string | null;
            /** @description Ids of the provider in external systems. */
            external_provider_ids: string[];
        };
        /** Review */
        Review: {
            /** @description Id of the row, unique in its list. The id never changes. Only present with `keys=true`. */
            _id?: string;
            /**
             * Format: date-time
             * @description Time of the last change to any part of the row. Only present with `keys=true`.
             */
            _changed_at?: string;
            /** @description Text of the review. Null if unknown. */
            comment: string | null;
            /**
             * Format: date-time
             * @description Time when the review was submitted.
             */
            create_time: string;
            /** @description Ids of the location in external systems. */
            external_location_ids: string[];
            /** @description Ids of the provider in external systems. */
            external_provider_ids: string[];
            /** @description Ids of the groups that contain the location or provider, in ascending order. */
            groups: number[];
            /** @description Name of the recipient of the invite. Null if no invite led to the review. */
            invite_name: string | null;
            /**
             * @description Channel that the invite was sent through. Null if no invite led to the review.
             * @enum {string|null}
             */
            invite_type: "sms" | "email" | null;
            /** @description Name of the location. Null if unknown. */
            location: string | null;
            /** @description Location id. Null if unknown. */
            location_id: number | null;
            /** @description First id in `external_location_ids`. Null if there is none. */
            location_oid: string | null;
            /** @description Name of the provider in the invite, or of the review's provider if no invite led to the review. Null if unknown. */
            message: string | null;
            /** @description NPS rating from 0 to 10. Null for reviews. */
            nps_rating: number | null;
            /** @description Name of the platform or survey. Null if unknown. */
            platform: string | null;
            /** @description Name of the provider. Null if unknown. */
            provider: string | null;
            /** @description Provider id. Null if unknown. */
            provider_id: number | null;
            /** @description Descriptive name of the question. Null for reviews. */
            question_id: string | null;
            /** @description Overall star rating. Absent if there is none. */
            rating?: number;
            /** @description Review id, unique within its list. A review and an NPS survey can have equal ids. */
            review_id: number;
            /** @description Name of the reviewer. Null if unknown. */
            reviewer: string | null;
            /**
             * Format: date-time
             * @description Time when the invite was sent. Null if no invite led to the review, or if the planned time of the invite is in the future.
             */
            sent_at: string | null;
            /** @description Phone number or email address that the invite was sent to. Null if no invite led to the review. */
            sent_to: string | null;
        };
        /** SmartConfiguration */
        SmartConfiguration: {
            /** @description URL of the token endpoint. */
            token_endpoint: string;
            /** @description Supported grant types. */
            grant_types_supported: "client_credentials"[];
            /** @description Supported methods of client authentication. */
            token_endpoint_auth_methods_supported: "private_key_jwt"[];
            /** @description Supported signature algorithms for assertions. */
            token_endpoint_auth_signing_alg_values_supported: "RS384"[];
            /** @description Scopes of access tokens. */
            scopes_supported: "data-sync.read"[];
            /** @description Supported SMART capabilities. */
            capabilities: "client-confidential-asymmetric"[];
        };
        /**
         * Submission
         * @description One online submission. For optional fields, an empty string or `null` counts as absent. Required fields must not be empty.
         */
        Submission: {
            /** @description Time when the scheduling system received the submission, as an ISO 8601 timestamp. A timestamp without an offset is in UTC. Required in bulk uploads. In single uploads, defaults to the time of the request. Must not be more than five minutes in the future. */
            submission_date?: string;
            /** @description Campaign tracking id from the `scct` URL parameter. If the id is unknown, the conversion has the channel `Unassigned`. */
            scct_parameter: string;
            /** @description Phone number of the prospect. Invalid numbers are accepted, but are not used for matching. */
            phone_number: string;
            /**
             * @description Origin of the submission: `Online` for a web form, `App` for an app.
             * @enum {string}
             */
            conversion_type: "Online" | "App";
            /** @description Name of the prospect. */
            patient_name: string;
            /** @description Patient id in the partner's system. */
            patient_id?: string;
            /** @description Day of the requested appointment, as `YYYY-MM-DD` or an ISO 8601 timestamp. Only the day is stored. A timestamp with an offset is converted to the account's time zone. A timestamp without an offset is not converted. */
            scheduled_appointment_date?: string;
            /** @description Email address of the prospect. Used to match appointments. */
            email?: string;
            /** @description Street address of the prospect. */
            street?: string;
            /** @description Unit or apartment. */
            secondary_street?: string;
            /** @description City. */
            city?: string;
            /** @description Two-letter abbreviation of the state. */
            state?: string;
            /** @description Postal code. */
            postal?: string;
            /** @description True for a test submission, which is not counted in reports and is deleted overnight. Defaults to false. */
            is_test?: boolean;
        };
        /** Submissions */
        Submissions: {
            /** @description Submissions to store (1 to 1000), each with a `submission_date`. */
            submissions: components["schemas"]["Submission"][];
        };
        /** Survey */
        Survey: {
            /** @description Id of the row, unique in its list. The id never changes. Only present with `keys=true`. */
            _id?: string;
            /**
             * Format: date-time
             * @description Time of the last change to any part of the row. Only present with `keys=true`.
             */
            _changed_at?: string;
            /** @description Survey id. Equal to the id of the survey in `/platforms`. */
            id: number;
            /** @description Name of the survey. */
            name: string;
        };
        /**
         * SurveyResponse
         * @description One survey response. In addition to the listed fields, a response has one field per question, in survey order. The key is the descriptive name of the question. The value is the label of the answer. If several fields would have the same key, the later keys get the suffix ` (2)`, ` (3)` and so on.
         */
        SurveyResponse: {
            /** @description Id of the row, unique in its list. The id never changes. Only present with `keys=true`. */
            _id?: string;
            /**
             * Format: date-time
             * @description Time of the last change to any part of the row. Only present with `keys=true`.
             */
            _changed_at?: string;
            /** @description Survey id. Only present with `keys=true`. */
            _survey_id?: number;
            /** @description Date of the appointment, `YYYY-MM-DD`. Null if unknown. */
            appointment_date: string | null;
            /** @description Phone number or email address that the survey was sent to. Null if unknown. */
            contact: string | null;
            /** @description Ids of the groups that contain the location or provider, in ascending order. */
            groups: number[];
            /** @description Name of the location. Null if unknown. */
            location: string | null;
            /** @description Location id. Null if unknown. */
            location_id: number | null;
            /** @description National Provider Identifier (NPI) of the provider. Null if unknown. */
            npi: string | null;
            /** @description Overall rating: the answer to the question marked as overall, or the mean of all star ratings if there is no such answer. Null if there are no ratings. */
            overall: number | null;
            /** @description First name of the patient. Null if unknown. */
            patient_first: string | null;
            /** @description Patient id. Null if unknown. */
            patient_id: string | null;
            /** @description Last name of the patient. Null if unknown. */
            patient_last: string | null;
            /** @description Full name of the patient. Null if unknown. */
            patient_name: string | null;
            /** @description Name of the provider. Null if unknown. */
            provider: string | null;
            /** @description State in the location's address. Null if unknown. */
            state: string | null;
            /** @description Date and time of submission, in the account's time zone. */
            survey_date: string;
            /** @description Equal to `patient_name`. */
            user: string | null;
            /** @description Equal to `patient_id`. */
            user_id: string | null;
            /** @description Questions and answers, in survey order. */
            questions: components["schemas"]["AnsweredQuestion"][];
        } & {
            [key: string]: string;
        };
        /**
         * SurveyResponseV1
         * @description One survey response. In addition to the listed fields, a response has one field per question, in survey order. The key is the descriptive name of the question. The value is the label of the answer. If several fields would have the same key, the later keys get the suffix ` (2)`, ` (3)` and so on.
         */
        SurveyResponseV1: {
            /** @description Id of the row, unique in its list. The id never changes. Only present with `keys=true`. */
            _id?: string;
            /**
             * Format: date-time
             * @description Time of the last change to any part of the row. Only present with `keys=true`.
             */
            _changed_at?: string;
            /** @description Survey id. Only present with `keys=true`. */
            _survey_id?: number;
            /** @description Date of the appointment, `YYYY-MM-DD`. Null if unknown. */
            appointment_date: string | null;
            /** @description Phone number or email address that the survey was sent to. Null if unknown. */
            contact: string | null;
            /** @description Ids of the groups that contain the location or provider, in ascending order. */
            groups: number[];
            /** @description Name of the location. Null if unknown. */
            location: string | null;
            /** @description Location id. Null if unknown. */
            location_id: number | null;
            /** @description National Provider Identifier (NPI) of the provider. Null if unknown. */
            npi: string | null;
            /** @description Overall rating: the answer to the question marked as overall, or the mean of all star ratings if there is no such answer. Null if there are no ratings. */
            overall: number | null;
            /** @description First name of the patient. Null if unknown. */
            patient_first: string | null;
            /** @description Patient id. Null if unknown. */
            patient_id: string | null;
            /** @description Last name of the patient. Null if unknown. */
            patient_last: string | null;
            /** @description Full name of the patient. Null if unknown. */
            patient_name: string | null;
            /** @description Name of the provider. Null if unknown. */
            provider: string | null;
            /** @description State in the location's address. Null if unknown. */
            state: string | null;
            /** @description Date and time of submission, in the account's time zone. */
            survey_date: string;
            /** @description Equal to `patient_name`. */
            user: string | null;
            /** @description Equal to `patient_id`. */
            user_id: string | null;
        } & {
            [key: string]: string;
        };
        /** TokenIssuer */
        TokenIssuer: {
            /** @description Base URL of the service. */
            issuer: string;
            /** @description URL of the token endpoint. */
            token_endpoint: string;
            /** @description Supported grant types. */
            grant_types_supported: "client_credentials"[];
            /** @description Supported methods of client authentication. */
            token_endpoint_auth_methods_supported: "private_key_jwt"[];
            /** @description Supported signature algorithms for assertions. */
            token_endpoint_auth_signing_alg_values_supported: "RS384"[];
            /** @description Scopes of access tokens. */
            scopes_supported: "data-sync.read"[];
            /** @description Always empty, because there is no interactive sign-in. */
            response_types_supported: string[];
        };
        /** TokenRequest */
        TokenRequest: {
            /** @description Always `client_credentials`. */
            grant_type: string;
            /** @description Always `urn:ietf:params:oauth:client-assertion-type:jwt-bearer`. */
            client_assertion_type: string;
            /** @description JWT signed with RS384. Its `kid` must be in the key set at the client's `jwk_url`. `iss` and `sub` are the client id, and `aud` is the URL of this endpoint. `exp` is at most 300 seconds after `iat`, and `jti` is unique per assertion. */
            client_assertion: string;
        };
        /** UploadedSubmission */
        UploadedSubmission: {
            /** @description Submission id assigned by the service. */
            id: number;
            /** @description Id of the conversion created from the submission. Null for test submissions. */
            conversion_id: string | null;
            /**
             * @description `accepted` if the submission is new. `duplicate` if a submission with the same phone number, `scct_parameter`, `conversion_type` and `submission_date` (to the second) was already stored. A duplicate has the ids of the stored submission.
             * @enum {string}
             */
            status: "accepted" | "duplicate";
        };
        /** UploadedSubmissions */
        UploadedSubmissions: {
            /** @description Number of new submissions. */
            accepted: number;
            /** @description Number of duplicates. */
            duplicates: number;
            /** @description Result for each submission, in the order of the request. */
            items: components["schemas"]["UploadedSubmission"][];
        };
        /** User */
        User: {
            /** @description False until the invited user has set a password. */
            active: boolean;
            /** @description Email address of the user. */
            email: string;
            /** @description User id. The id of a deleted user is never reused. */
            id: number;
            /** @description Name of the user. One line, without control characters or invisible characters. */
            name: string;
            /** @description Id of the user in the partner's system. Absent if there is none. */
            oid?: string;
            /** @description Phone number. Absent if there is none. */
            phone?: string;
            /** @description Biography. Absent if there is none. */
            bio?: string;
            /**
             * @description The user's role. The list of users has roles only with `show_roles=true`.
             * @enum {string}
             */
            role?: "Administrator" | "Office Staff" | "Location Admin" | "Group Admin";
        };
        /** UserChange */
        UserChange: {
            /** @description Name of the user. One line, without control characters or invisible characters. */
            name?: string;
            /**
             * @description The user's role.
             * @enum {string}
             */
            role?: "Administrator" | "Office Staff" | "Location Admin" | "Group Admin";
            /** @description Id of the user in the partner's system. An empty string or `null` removes the stored id. */
            oid?: string;
        };
    };
    responses: {
        /** @description The credential is missing, invalid, or not valid for this path. */
        AccessTokenInvalid: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The credential is missing, invalid, or not valid for this path. */
        ApiKeyInvalid: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is too large. */
        BodyTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request body arrived too slowly. */
        BodyTooSlow: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The cursor has expired. */
        CursorExpired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The service is temporarily overloaded or unavailable. */
        DatabaseBusy: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Not found. */
        FileNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The media type or the encoding of the request body is not supported. */
        FormRequired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The `Idempotency-Key` was already used for a different request. */
        IdempotencyKeyReused: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Not found. */
        ImportNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Unexpected server error. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request conflicts with stored data, or a request with the same `Idempotency-Key` is still in progress. */
        LastAdministrator: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request is invalid. */
        MalformedQuery: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The path does not support the method. */
        MethodNotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The list is not available in any of the formats in the `Accept` header. */
        NotAcceptable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The service is temporarily overloaded or unavailable. */
        NotReady: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Not found. */
        SignedAssertionsOff: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request conflicts with stored data, or a request with the same `Idempotency-Key` is still in progress. */
        StillRunning: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The credential has reached the limit of requests per minute. */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Not found. */
        UserNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Not found. */
        WidgetNotConfigured: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Methods that the path supports. */
        Allow: string;
        /** @description Version of the content. Send this value as `If-None-Match` to get 304 if the content has not changed. */
        ETag: string;
        /** @description Link to the next page. Absent on the last page. */
        Link: string;
        /** @description Path of the created resource. */
        Location: string;
        /** @description Preferences from the `Prefer` header that were applied (RFC 7240): `handling=strict`, and on `/changes` also `wait=30`. */
        "Preference-Applied": string;
        /** @description Request limit, remaining requests, and seconds until the limit resets. Absent if no limit applies. */
        RateLimit: string;
        /** @description Number of requests allowed and the length of the period in seconds. Absent if no limit applies. */
        "RateLimit-Policy": string;
        /** @description Seconds to wait before the next attempt. */
        "Retry-After": string;
        /** @description Authentication scheme and error code (RFC 9110). */
        "WWW-Authenticate": string;
        /** @description Cursor of the latest change that this response covers. Send this value as `cursor` to `/changes` to get later changes. */
        "X-Cursor": string;
        /** @description Value of `modified_since` that was applied. Absent if the request has no `modified_since`. */
        "X-Modified-Since": string;
        /** @description Id of the request. Logs and error responses contain the same id. If the request has an `X-Request-Id` that is a UUID or a trace id (32 hexadecimal digits), the service uses that id. Otherwise the service generates an id. */
        "X-Request-Id": string;
        /** @description Time of the latest change to the account's data that the response reflects. Send this value as `modified_since` in your next request. Every page of a list has the same value as the first page. */
        "X-Watermark": string;
        /** @description End of the time window, including the 24-hour default. Absent if the window has no end. */
        "X-Window-End": string;
        /** @description Start of the time window. Absent if the window has no start. */
        "X-Window-Start": string;
    };
    pathItems: never;
};
export type $defs = Record<string, never>;
export interface operations {
    checkAlive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always `alive`.
                         * @enum {string}
                         */
                        status: "alive";
                    };
                };
            };
            400: components["responses"]["MalformedQuery"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
        };
    };
    checkReady: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always `ready`.
                         * @enum {string}
                         */
                        status: "ready";
                    };
                };
            };
            400: components["responses"]["MalformedQuery"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    exchangeAssertion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["TokenRequest"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessToken"];
                };
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description Client authentication failed. The response does not reveal the cause. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description This service does not issue access tokens. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description The path does not support the method. */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description The client's IP address has reached the limit of token requests per minute. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unexpected server error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description The database is temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
        };
    };
    describeTokenIssuer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenIssuer"];
                };
            };
            /** @description The content is unchanged: its `ETag` equals the value in `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedQuery"];
            404: components["responses"]["SignedAssertionsOff"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
        };
    };
    describeSmartConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SmartConfiguration"];
                };
            };
            /** @description The content is unchanged: its `ETag` equals the value in `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedQuery"];
            404: components["responses"]["SignedAssertionsOff"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
        };
    };
    listReviewsV1: {
        parameters: {
            query?: {
                /** @description Start of the window. Without `end`, the window is the 24 hours from `date`. */
                date?: string;
                /** @description Inclusive end of the window. A date includes the whole day in the account's time zone. */
                end?: string;
                /** @description Comma-separated ratings from 1 to 5. Selects rows with one of these ratings. A fractional rating is first rounded to the nearest integer, and halves are rounded up. Rows without a rating are not selected. */
                rating?: string;
                /** @description Selects rows that were added or changed at or after this time, even if the review, survey response or invite itself is older. */
                modified_since?: string;
                /** @description Sort direction. `desc`, the default, is newest first. `asc` is oldest first. With `modified_since`, `asc` sorts by the time of the change, then by id. */
                order?: "asc" | "desc";
                /** @description Maximum number of rows per page (1 to 10000). The `Link` header points to the next page. Without `limit` and `cursor`, the whole list is returned. */
                limit?: number;
                /** @description Pagination cursor from the `Link` header of the previous page. Only `limit` may change between pages. */
                cursor?: string;
                /** @description With `true`, each item starts with `_id`, `_changed_at` and ids of related records, such as `_location_id`. Defaults to `false`. */
                keys?: "true" | "false";
            };
            header?: {
                /** @description Preferences of the client (RFC 7240). With `handling=strict`, unknown and empty parameters are errors. By default, they are ignored. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. Also available as `application/x-ndjson` or `text/csv`, selected by `Accept`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Window-Start": components["headers"]["X-Window-Start"];
                    "X-Window-End": components["headers"]["X-Window-End"];
                    "X-Modified-Since": components["headers"]["X-Modified-Since"];
                    "X-Watermark": components["headers"]["X-Watermark"];
                    Link: components["headers"]["Link"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Items of the list, or of the requested page. */
                        items: components["schemas"]["Review"][];
                    };
                };
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyInvalid"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description The service is temporarily overloaded or unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listNpsSurveysV1: {
        parameters: {
            query?: {
                /** @description Start of the window. Without `end`, the window is the 24 hours from `date`. */
                date?: string;
                /** @description Inclusive end of the window. A date includes the whole day in the account's time zone. */
                end?: string;
                /** @description Comma-separated ratings from 1 to 5. Selects rows with one of these ratings. A fractional rating is first rounded to the nearest integer, and halves are rounded up. Rows without a rating are not selected. */
                rating?: string;
                /** @description Selects rows that were added or changed at or after this time, even if the review, survey response or invite itself is older. */
                modified_since?: string;
                /** @description Sort direction. `desc`, the default, is newest first. `asc` is oldest first. With `modified_since`, `asc` sorts by the time of the change, then by id. */
                order?: "asc" | "desc";
                /** @description Maximum number of rows per page (1 to 10000). The `Link` header points to the next page. Without `limit` and `cursor`, the whole list is returned. */
                limit?: number;
                /** @description Pagination cursor from the `Link` header of the previous page. Only `limit` may change between pages. */
                cursor?: string;
                /** @description With `true`, each item starts with `_id`, `_changed_at` and ids of related records, such as `_location_id`. Defaults to `false`. */
                keys?: "true" | "false";
            };
            header?: {
                /** @description Preferences of the client (RFC 7240). With `handling=strict`, unknown and empty parameters are errors. By default, they are ignored. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. Also available as `application/x-ndjson` or `text/csv`, selected by `Accept`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Window-Start": components["headers"]["X-Window-Start"];
                    "X-Window-End": components["headers"]["X-Window-End"];
                    "X-Modified-Since": components["headers"]["X-Modified-Since"];
                    "X-Watermark": components["headers"]["X-Watermark"];
                    Link: components["headers"]["Link"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Items of the list, or of the requested page. */
                        items: components["schemas"]["Review"][];
                    };
                };
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyInvalid"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description The service is temporarily overloaded or unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listInvitesV1: {
        parameters: {
            query?: {
                /** @description Start of the window, which is 24 hours long. */
                date?: string;
                /** @description Selects rows that were added or changed at or after this time, even if the review, survey response or invite itself is older. */
                modified_since?: string;
                /** @description Sort direction. `desc`, the default, is newest first. `asc` is oldest first. With `modified_since`, `asc` sorts by the time of the change, then by id. */
                order?: "asc" | "desc";
                /** @description Maximum number of rows per page (1 to 10000). The `Link` header points to the next page. Without `limit` and `cursor`, the whole list is returned. */
                limit?: number;
                /** @description Pagination cursor from the `Link` header of the previous page. Only `limit` may change between pages. */
                cursor?: string;
                /** @description With `true`, each item starts with `_id`, `_changed_at` and ids of related records, such as `_location_id`. Defaults to `false`. */
                keys?: "true" | "false";
            };
            header?: {
                /** @description Preferences of the client (RFC 7240). With `handling=strict`, unknown and empty parameters are errors. By default, they are ignored. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. Also available as `application/x-ndjson` or `text/csv`, selected by `Accept`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Window-Start": components["headers"]["X-Window-Start"];
                    "X-Window-End": components["headers"]["X-Window-End"];
                    "X-Modified-Since": components["headers"]["X-Modified-Since"];
                    "X-Watermark": components["headers"]["X-Watermark"];
                    Link: components["headers"]["Link"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Items of the list, or of the requested page. */
                        items: components["schemas"]["Invite"][];
                    };
                };
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyInvalid"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description The service is temporarily overloaded or unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSurveyNamesV1: {
        parameters: {
            query?: {
                /** @description With `true`, each item starts with `_id`, `_changed_at` and ids of related records, such as `_location_id`. Defaults to `false`. */
                keys?: "true" | "false";
            };
            header?: {
                /** @description Preferences of the client (RFC 7240). With `handling=strict`, unknown and empty parameters are errors. By default, they are ignored. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. Also available as `application/x-ndjson` or `text/csv`, selected by `Accept`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Items of the list, or of the requested page. */
                        items: components["schemas"]["Survey"][];
                    };
                };
            };
            /** @description The content is unchanged: its `ETag` equals the value in `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyInvalid"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    listSurveyResponsesV1: {
        parameters: {
            query: {
                /** @description Survey id from `/surveys-list`. */
                survey_id: number;
                /** @description Start of the window. Without `end_date`, the window has no end. */
                start_date?: string;
                /** @description Inclusive end of the window. A date includes the whole day in the account's time zone. */
                end_date?: string;
                /** @description Selects rows that were added or changed at or after this time, even if the review, survey response or invite itself is older. */
                modified_since?: string;
                /** @description Sort direction. `desc`, the default, is newest first. `asc` is oldest first. With `modified_since`, `asc` sorts by the time of the change, then by id. */
                order?: "asc" | "desc";
                /** @description Maximum number of rows per page (1 to 10000). The `Link` header points to the next page. Without `limit` and `cursor`, the whole list is returned. */
                limit?: number;
                /** @description Pagination cursor from the `Link` header of the previous page. Only `limit` may change between pages. */
                cursor?: string;
                /** @description With `true`, each item starts with `_id`, `_changed_at` and ids of related records, such as `_location_id`. Defaults to `false`. */
                keys?: "true" | "false";
            };
            header?: {
                /** @description Preferences of the client (RFC 7240). With `handling=strict`, unknown and empty parameters are errors. By default, they are ignored. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. Also available as `application/x-ndjson` or `text/csv`, selected by `Accept`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Window-Start": components["headers"]["X-Window-Start"];
                    "X-Window-End": components["headers"]["X-Window-End"];
                    "X-Modified-Since": components["headers"]["X-Modified-Since"];
                    "X-Watermark": components["headers"]["X-Watermark"];
                    Link: components["headers"]["Link"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Items of the list, or of the requested page. */
                        items: components["schemas"]["SurveyResponseV1"][];
                    };
                };
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyInvalid"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description The service is temporarily overloaded or unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listCallsV1: {
        parameters: {
            query?: {
                /** @description Start of the window. Without `end_date`, the window is the 24 hours from `start_date`. Cannot be combined with `modified_since`. */
                start_date?: string;
                /** @description Inclusive end of the window. A date includes the whole day in the account's time zone. */
                end_date?: string;
                /** @description Selects calls that were added, or had any field changed, at or after this time. Cannot be combined with `start_date`. */
                modified_since?: string;
                /** @description Sort direction. `desc`, the default, is newest first. `asc` is oldest first. With `modified_since`, `asc` sorts by the time of the change, then by id. */
                order?: "asc" | "desc";
                /** @description Maximum number of rows per page (1 to 10000). The `Link` header points to the next page. Without `limit` and `cursor`, the whole list is returned. */
                limit?: number;
                /** @description Pagination cursor from the `Link` header of the previous page. Only `limit` may change between pages. */
                cursor?: string;
                /** @description With `true`, each item starts with `_id`, `_changed_at` and ids of related records, such as `_location_id`. Defaults to `false`. */
                keys?: "true" | "false";
            };
            header?: {
                /** @description Preferences of the client (RFC 7240). With `handling=strict`, unknown and empty parameters are errors. By default, they are ignored. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. Also available as `application/x-ndjson` or `text/csv`, selected by `Accept`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Window-Start": components["headers"]["X-Window-Start"];
                    "X-Window-End": components["headers"]["X-Window-End"];
                    "X-Modified-Since": components["headers"]["X-Modified-Since"];
                    "X-Watermark": components["headers"]["X-Watermark"];
                    Link: components["headers"]["Link"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Items of the list, or of the requested page. */
                        items: components["schemas"]["Call"][];
                    };
                };
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyInvalid"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description The service is temporarily overloaded or unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listConversionsV1: {
        parameters: {
            query?: {
                /** @description Start of the window. Without `end_date`, the window is the 24 hours from `start_date`. Cannot be combined with `modified_since`. */
                start_date?: string;
                /** @description Inclusive end of the window. A date includes the whole day in the account's time zone. */
                end_date?: string;
                /** @description Selects conversions with `modified_at` at or after this time. `modified_at` does not change if a campaign, location or provider is renamed, or if a call or submission is corrected. Cannot be combined with `start_date`. */
                modified_since?: string;
                /** @description Sort direction. `desc`, the default, is newest first. `asc` is oldest first. With `modified_since`, `asc` sorts by the time of the change, then by id. */
                order?: "asc" | "desc";
                /** @description Maximum number of rows per page (1 to 10000). The `Link` header points to the next page. Without `limit` and `cursor`, the whole list is returned. */
                limit?: number;
                /** @description Pagination cursor from the `Link` header of the previous page. Only `limit` may change between pages. */
                cursor?: string;
                /** @description With `true`, each item starts with `_id`, `_changed_at` and ids of related records, such as `_location_id`. Defaults to `false`. */
                keys?: "true" | "false";
            };
            header?: {
                /** @description Preferences of the client (RFC 7240). With `handling=strict`, unknown and empty parameters are errors. By default, they are ignored. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. Also available as `application/x-ndjson` or `text/csv`, selected by `Accept`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Window-Start": components["headers"]["X-Window-Start"];
                    "X-Window-End": components["headers"]["X-Window-End"];
                    "X-Modified-Since": components["headers"]["X-Modified-Since"];
                    "X-Watermark": components["headers"]["X-Watermark"];
                    Link: components["headers"]["Link"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Items of the list, or of the requested page. */
                        items: components["schemas"]["Conversion"][];
                    };
                };
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyInvalid"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description The service is temporarily overloaded or unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listCampaignsV1: {
        parameters: {
            query: {
                /** @description Start of the date range. */
                start_date: string;
                /** @description Inclusive end of the date range. A date includes the whole day in the account's time zone. */
                end_date: string;
            };
            header?: {
                /** @description Preferences of the client (RFC 7240). With `handling=strict`, unknown and empty parameters are errors. By default, they are ignored. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. Also available as `application/x-ndjson` or `text/csv`, selected by `Accept`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Window-Start": components["headers"]["X-Window-Start"];
                    "X-Window-End": components["headers"]["X-Window-End"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Items of the list, or of the requested page. */
                        items: components["schemas"]["CampaignSummary"][];
                    };
                };
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyInvalid"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    listImportsV1: {
        parameters: {
            query?: {
                /** @description Selects runs whose earliest appointment is on or after this day. */
                start_date?: string;
                /** @description Selects runs whose earliest appointment is on or before this day. */
                end_date?: string;
                /** @description With `true`, the list includes test runs and each run has `is_test`. Defaults to `false`. */
                show_test_runs?: "true" | "false";
                /** @description With `true`, each item starts with `_id`, `_changed_at` and ids of related records, such as `_location_id`. Defaults to `false`. */
                keys?: "true" | "false";
            };
            header?: {
                /** @description Preferences of the client (RFC 7240). With `handling=strict`, unknown and empty parameters are errors. By default, they are ignored. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. Also available as `application/x-ndjson` or `text/csv`, selected by `Accept`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Window-Start": components["headers"]["X-Window-Start"];
                    "X-Window-End": components["headers"]["X-Window-End"];
                    "X-Modified-Since": components["headers"]["X-Modified-Since"];
                    "X-Watermark": components["headers"]["X-Watermark"];
                    Link: components["headers"]["Link"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Items of the list, or of the requested page. */
                        items: components["schemas"]["ImportRunV1"][];
                    };
                };
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyInvalid"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description The service is temporarily overloaded or unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listListingMetricsV1: {
        parameters: {
            query?: {
                /** @description With `true`, each item starts with `_id`, `_changed_at` and ids of related records, such as `_location_id`. Defaults to `false`. */
                keys?: "true" | "false";
            };
            header?: {
                /** @description Preferences of the client (RFC 7240). With `handling=strict`, unknown and empty parameters are errors. By default, they are ignored. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. Also available as `application/x-ndjson` or `text/csv`, selected by `Accept`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListingMetric"][];
                };
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyInvalid"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    listLocationsV1: {
        parameters: {
            query?: {
                /** @description With `true`, each item starts with `_id`, `_changed_at` and ids of related records, such as `_location_id`. Defaults to `false`. */
                keys?: "true" | "false";
            };
            header?: {
                /** @description Preferences of the client (RFC 7240). With `handling=strict`, unknown and empty parameters are errors. By default, they are ignored. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. Also available as `application/x-ndjson` or `text/csv`, selected by `Accept`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Items of the list, or of the requested page. */
                        items: components["schemas"]["Location"][];
                    };
                };
            };
            /** @description The content is unchanged: its `ETag` equals the value in `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyInvalid"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    listPlatformsV1: {
        parameters: {
            query?: {
                /** @description With `true`, each item starts with `_id`, `_changed_at` and ids of related records, such as `_location_id`. Defaults to `false`. */
                keys?: "true" | "false";
            };
            header?: {
                /** @description Preferences of the client (RFC 7240). With `handling=strict`, unknown and empty parameters are errors. By default, they are ignored. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. Also available as `application/x-ndjson` or `text/csv`, selected by `Accept`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Items of the list, or of the requested page. */
                        items: components["schemas"]["Platform"][];
                    };
                };
            };
            /** @description The content is unchanged: its `ETag` equals the value in `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyInvalid"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    listMessagesV1: {
        parameters: {
            query?: {
                /** @description With `true`, each item starts with `_id`, `_changed_at` and ids of related records, such as `_location_id`. Defaults to `false`. */
                keys?: "true" | "false";
            };
            header?: {
                /** @description Preferences of the client (RFC 7240). With `handling=strict`, unknown and empty parameters are errors. By default, they are ignored. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. Also available as `application/x-ndjson` or `text/csv`, selected by `Accept`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Items of the list, or of the requested page. */
                        items: components["schemas"]["Message"][];
                    };
                };
            };
            /** @description The content is unchanged: its `ETag` equals the value in `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyInvalid"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    listGroupsV1: {
        parameters: {
            query?: {
                /** @description With `true`, each item starts with `_id`, `_changed_at` and ids of related records, such as `_location_id`. Defaults to `false`. */
                keys?: "true" | "false";
            };
            header?: {
                /** @description Preferences of the client (RFC 7240). With `handling=strict`, unknown and empty parameters are errors. By default, they are ignored. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. Also available as `application/x-ndjson` or `text/csv`, selected by `Accept`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Items of the list, or of the requested page. */
                        items: components["schemas"]["Group"][];
                    };
                };
            };
            /** @description The content is unchanged: its `ETag` equals the value in `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyInvalid"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    uploadSubmission: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unique key that the client chooses for a request, so that it can retry the request safely. For 24 hours, a request with the same key and body returns the first response and changes nothing. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Submission"];
            };
        };
        responses: {
            /** @description The submission is a duplicate of a stored submission. Nothing was changed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadedSubmission"];
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadedSubmission"];
                };
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyInvalid"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["StillRunning"];
            413: components["responses"]["BodyTooLarge"];
            /** @description The media type or the encoding of the request body is not supported. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description The service is temporarily overloaded or unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    uploadSubmissions: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unique key that the client chooses for a request, so that it can retry the request safely. For 24 hours, a request with the same key and body returns the first response and changes nothing. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Submissions"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadedSubmissions"];
                };
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyInvalid"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["StillRunning"];
            /** @description The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The media type or the encoding of the request body is not supported. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description The service is temporarily overloaded or unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description With `true`, each user has `role`. Defaults to `false`. */
                show_roles?: "true" | "false";
            };
            header?: {
                /** @description Preferences of the client (RFC 7240). With `handling=strict`, unknown and empty parameters are errors. By default, they are ignored. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. Also available as `application/x-ndjson` or `text/csv`, selected by `Accept`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Items of the list, or of the requested page. */
                        items: components["schemas"]["User"][];
                    };
                };
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyInvalid"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unique key that the client chooses for a request, so that it can retry the request safely. For 24 hours, a request with the same key and body returns the first response and changes nothing. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewUser"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: components["headers"]["Location"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyInvalid"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["BodyTooSlow"];
            /** @description The request conflicts with stored data, or a request with the same `Idempotency-Key` is still in progress. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            /** @description The media type or the encoding of the request body is not supported. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description The service is temporarily overloaded or unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Preferences of the client (RFC 7240). With `handling=strict`, unknown and empty parameters are errors. By default, they are ignored. */
                Prefer?: string;
            };
            path: {
                /** @description User id from `/users`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyInvalid"];
            404: components["responses"]["UserNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description User id from `/users`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserChange"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyInvalid"];
            404: components["responses"]["UserNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["BodyTooSlow"];
            409: components["responses"]["LastAdministrator"];
            413: components["responses"]["BodyTooLarge"];
            /** @description The media type or the encoding of the request body is not supported. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description The service is temporarily overloaded or unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description User id from `/users`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyInvalid"];
            404: components["responses"]["UserNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["LastAdministrator"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    getUserImage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Preferences of the client (RFC 7240). With `handling=strict`, unknown and empty parameters are errors. By default, they are ignored. */
                Prefer?: string;
            };
            path: {
                /** @description User id from `/users`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "image/png": unknown;
                    "image/jpeg": unknown;
                    "image/webp": unknown;
                };
            };
            /** @description The content is unchanged: its `ETag` equals the value in `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyInvalid"];
            /** @description Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    putUserImage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description User id from `/users`. */
                id: string;
            };
            cookie?: never;
        };
        /** @description Form with one file: a PNG, JPEG or WebP image of at most 5 MB and 25 megapixels. The form field can have any name. */
        requestBody: {
            content: {
                "multipart/form-data": {
                    image: string;
                };
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["ApiKeyInvalid"];
            404: components["responses"]["UserNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["BodyTooSlow"];
            /** @description The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            415: components["responses"]["FormRequired"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description The service is temporarily overloaded or unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listReviews: {
        parameters: {
            query?: {
                /** @description Start of the window. Without `end`, the window is the 24 hours from `date`. */
                date?: string;
                /** @description Inclusive end of the window. A date includes the whole day in the account's time zone. */
                end?: string;
                /** @description Comma-separated ratings from 1 to 5. Selects rows with one of these ratings. A fractional rating is first rounded to the nearest integer, and halves are rounded up. Rows without a rating are not selected. */
                rating?: string;
                /** @description Comma-separated location ids. Selects rows of any of these locations. */
                location_id?: string;
                /** @description Comma-separated provider ids. Selects rows of any of these providers. */
                provider_id?: string;
                /** @description Comma-separated group ids. Selects rows whose location or provider belongs to any of these groups. */
                group_id?: string;
                /** @description JSON object with keys `custom_fields.<field_name>`. Each value is `["eq", value]` or `["in_", [values]]`. Values are compared as case-sensitive strings. A row must match all keys. */
                custom_filters?: string;
                /** @description Selects rows that were added or changed at or after this time, even if the review, survey response or invite itself is older. */
                modified_since?: string;
                /** @description Sort direction. `desc`, the default, is newest first. `asc` is oldest first. With `modified_since`, `asc` sorts by the time of the change, then by id. */
                order?: "asc" | "desc";
                /** @description Maximum number of rows per page (1 to 10000). The `Link` header points to the next page. Without `limit` and `cursor`, the whole list is returned. */
                limit?: number;
                /** @description Pagination cursor from the `Link` header of the previous page. Only `limit` may change between pages. */
                cursor?: string;
                /** @description With `true`, each item starts with `_id`, `_changed_at` and ids of related records, such as `_location_id`. Defaults to `false`. */
                keys?: "true" | "false";
            };
            header?: {
                /** @description Preferences of the client (RFC 7240). With `handling=strict`, unknown and empty parameters are errors. By default, they are ignored. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. Also available as `application/x-ndjson` or `text/csv`, selected by `Accept`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Window-Start": components["headers"]["X-Window-Start"];
                    "X-Window-End": components["headers"]["X-Window-End"];
                    "X-Modified-Since": components["headers"]["X-Modified-Since"];
                    "X-Watermark": components["headers"]["X-Watermark"];
                    Link: components["headers"]["Link"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Items of the list, or of the requested page. */
                        items: components["schemas"]["Review"][];
                    };
                };
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["AccessTokenInvalid"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description The service is temporarily overloaded or unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listNpsSurveys: {
        parameters: {
            query?: {
                /** @description Start of the window. Without `end`, the window is the 24 hours from `date`. */
                date?: string;
                /** @description Inclusive end of the window. A date includes the whole day in the account's time zone. */
                end?: string;
                /** @description Comma-separated ratings from 1 to 5. Selects rows with one of these ratings. A fractional rating is first rounded to the nearest integer, and halves are rounded up. Rows without a rating are not selected. */
                rating?: string;
                /** @description Comma-separated location ids. Selects rows of any of these locations. */
                location_id?: string;
                /** @description Comma-separated provider ids. Selects rows of any of these providers. */
                provider_id?: string;
                /** @description Comma-separated group ids. Selects rows whose location or provider belongs to any of these groups. */
                group_id?: string;
                /** @description JSON object with keys `custom_fields.<field_name>`. Each value is `["eq", value]` or `["in_", [values]]`. Values are compared as case-sensitive strings. A row must match all keys. */
                custom_filters?: string;
                /** @description Selects rows that were added or changed at or after this time, even if the review, survey response or invite itself is older. */
                modified_since?: string;
                /** @description Sort direction. `desc`, the default, is newest first. `asc` is oldest first. With `modified_since`, `asc` sorts by the time of the change, then by id. */
                order?: "asc" | "desc";
                /** @description Maximum number of rows per page (1 to 10000). The `Link` header points to the next page. Without `limit` and `cursor`, the whole list is returned. */
                limit?: number;
                /** @description Pagination cursor from the `Link` header of the previous page. Only `limit` may change between pages. */
                cursor?: string;
                /** @description With `true`, each item starts with `_id`, `_changed_at` and ids of related records, such as `_location_id`. Defaults to `false`. */
                keys?: "true" | "false";
            };
            header?: {
                /** @description Preferences of the client (RFC 7240). With `handling=strict`, unknown and empty parameters are errors. By default, they are ignored. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. Also available as `application/x-ndjson` or `text/csv`, selected by `Accept`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Window-Start": components["headers"]["X-Window-Start"];
                    "X-Window-End": components["headers"]["X-Window-End"];
                    "X-Modified-Since": components["headers"]["X-Modified-Since"];
                    "X-Watermark": components["headers"]["X-Watermark"];
                    Link: components["headers"]["Link"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Items of the list, or of the requested page. */
                        items: components["schemas"]["Review"][];
                    };
                };
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["AccessTokenInvalid"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description The service is temporarily overloaded or unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listInvites: {
        parameters: {
            query?: {
                /** @description Start of the window. Without `end`, the window is the 24 hours from `date`. */
                date?: string;
                /** @description Last day of the window. The whole day is included, in the account's time zone. If `end` is a timestamp, only its day counts. */
                end?: string;
                /** @description Comma-separated location ids. Selects rows of any of these locations. */
                location_id?: string;
                /** @description Comma-separated provider ids. Selects rows of any of these providers. */
                provider_id?: string;
                /** @description Comma-separated group ids. Selects rows whose location or provider belongs to any of these groups. */
                group_id?: string;
                /** @description JSON object with keys `custom_fields.<field_name>`. Each value is `["eq", value]` or `["in_", [values]]`. Values are compared as case-sensitive strings. A row must match all keys. */
                custom_filters?: string;
                /** @description Selects rows that were added or changed at or after this time, even if the review, survey response or invite itself is older. */
                modified_since?: string;
                /** @description Sort direction. `desc`, the default, is newest first. `asc` is oldest first. With `modified_since`, `asc` sorts by the time of the change, then by id. */
                order?: "asc" | "desc";
                /** @description Maximum number of rows per page (1 to 10000). The `Link` header points to the next page. Without `limit` and `cursor`, the whole list is returned. */
                limit?: number;
                /** @description Pagination cursor from the `Link` header of the previous page. Only `limit` may change between pages. */
                cursor?: string;
                /** @description With `true`, each item starts with `_id`, `_changed_at` and ids of related records, such as `_location_id`. Defaults to `false`. */
                keys?: "true" | "false";
            };
            header?: {
                /** @description Preferences of the client (RFC 7240). With `handling=strict`, unknown and empty parameters are errors. By default, they are ignored. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. Also available as `application/x-ndjson` or `text/csv`, selected by `Accept`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Window-Start": components["headers"]["X-Window-Start"];
                    "X-Window-End": components["headers"]["X-Window-End"];
                    "X-Modified-Since": components["headers"]["X-Modified-Since"];
                    "X-Watermark": components["headers"]["X-Watermark"];
                    Link: components["headers"]["Link"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Items of the list, or of the requested page. */
                        items: components["schemas"]["Invite"][];
                    };
                };
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["AccessTokenInvalid"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description The service is temporarily overloaded or unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSurveyNames: {
        parameters: {
            query?: {
                /** @description With `true`, each item starts with `_id`, `_changed_at` and ids of related records, such as `_location_id`. Defaults to `false`. */
                keys?: "true" | "false";
            };
            header?: {
                /** @description Preferences of the client (RFC 7240). With `handling=strict`, unknown and empty parameters are errors. By default, they are ignored. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. Also available as `application/x-ndjson` or `text/csv`, selected by `Accept`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Items of the list, or of the requested page. */
                        items: components["schemas"]["Survey"][];
                    };
                };
            };
            /** @description The content is unchanged: its `ETag` equals the value in `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["AccessTokenInvalid"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    listSurveyResponses: {
        parameters: {
            query: {
                /** @description Survey id from `/surveys-list`. */
                survey_id: number;
                /** @description Start of the window. Without `end_date`, the window has no end. */
                start_date?: string;
                /** @description Inclusive end of the window. A date includes the whole day in the account's time zone. */
                end_date?: string;
                /** @description Comma-separated location ids. Selects rows of any of these locations. */
                location_id?: string;
                /** @description Comma-separated provider ids. Selects rows of any of these providers. */
                provider_id?: string;
                /** @description Comma-separated group ids. Selects rows whose location or provider belongs to any of these groups. */
                group_id?: string;
                /** @description JSON object with keys `custom_fields.<field_name>`. Each value is `["eq", value]` or `["in_", [values]]`. Values are compared as case-sensitive strings. A row must match all keys. */
                custom_filters?: string;
                /** @description Selects rows that were added or changed at or after this time, even if the review, survey response or invite itself is older. */
                modified_since?: string;
                /** @description Sort direction. `desc`, the default, is newest first. `asc` is oldest first. With `modified_since`, `asc` sorts by the time of the change, then by id. */
                order?: "asc" | "desc";
                /** @description Maximum number of rows per page (1 to 10000). The `Link` header points to the next page. Without `limit` and `cursor`, the whole list is returned. */
                limit?: number;
                /** @description Pagination cursor from the `Link` header of the previous page. Only `limit` may change between pages. */
                cursor?: string;
                /** @description With `true`, each item starts with `_id`, `_changed_at` and ids of related records, such as `_location_id`. Defaults to `false`. */
                keys?: "true" | "false";
            };
            header?: {
                /** @description Preferences of the client (RFC 7240). With `handling=strict`, unknown and empty parameters are errors. By default, they are ignored. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. Also available as `application/x-ndjson` or `text/csv`, selected by `Accept`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Window-Start": components["headers"]["X-Window-Start"];
                    "X-Window-End": components["headers"]["X-Window-End"];
                    "X-Modified-Since": components["headers"]["X-Modified-Since"];
                    "X-Watermark": components["headers"]["X-Watermark"];
                    Link: components["headers"]["Link"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Items of the list, or of the requested page. */
                        items: components["schemas"]["SurveyResponse"][];
                    };
                };
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["AccessTokenInvalid"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description The service is temporarily overloaded or unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listCalls: {
        parameters: {
            query?: {
                /** @description Start of the window. Without `end_date`, the window is the 24 hours from `start_date`. Cannot be combined with `modified_since`. */
                start_date?: string;
                /** @description Inclusive end of the window. A date includes the whole day in the account's time zone. */
                end_date?: string;
                /** @description Selects calls that were added, or had any field changed, at or after this time. Cannot be combined with `start_date`. */
                modified_since?: string;
                /** @description Sort direction. `desc`, the default, is newest first. `asc` is oldest first. With `modified_since`, `asc` sorts by the time of the change, then by id. */
                order?: "asc" | "desc";
                /** @description Maximum number of rows per page (1 to 10000). The `Link` header points to the next page. Without `limit` and `cursor`, the whole list is returned. */
                limit?: number;
                /** @description Pagination cursor from the `Link` header of the previous page. Only `limit` may change between pages. */
                cursor?: string;
                /** @description With `true`, each item starts with `_id`, `_changed_at` and ids of related records, such as `_location_id`. Defaults to `false`. */
                keys?: "true" | "false";
            };
            header?: {
                /** @description Preferences of the client (RFC 7240). With `handling=strict`, unknown and empty parameters are errors. By default, they are ignored. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. Also available as `application/x-ndjson` or `text/csv`, selected by `Accept`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Window-Start": components["headers"]["X-Window-Start"];
                    "X-Window-End": components["headers"]["X-Window-End"];
                    "X-Modified-Since": components["headers"]["X-Modified-Since"];
                    "X-Watermark": components["headers"]["X-Watermark"];
                    Link: components["headers"]["Link"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Items of the list, or of the requested page. */
                        items: components["schemas"]["Call"][];
                    };
                };
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["AccessTokenInvalid"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description The service is temporarily overloaded or unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listConversions: {
        parameters: {
            query?: {
                /** @description Start of the window. Without `end_date`, the window is the 24 hours from `start_date`. Cannot be combined with `modified_since`. */
                start_date?: string;
                /** @description Inclusive end of the window. A date includes the whole day in the account's time zone. */
                end_date?: string;
                /** @description Selects conversions with `modified_at` at or after this time. `modified_at` does not change if a campaign, location or provider is renamed, or if a call or submission is corrected. Cannot be combined with `start_date`. */
                modified_since?: string;
                /** @description Sort direction. `desc`, the default, is newest first. `asc` is oldest first. With `modified_since`, `asc` sorts by the time of the change, then by id. */
                order?: "asc" | "desc";
                /** @description Maximum number of rows per page (1 to 10000). The `Link` header points to the next page. Without `limit` and `cursor`, the whole list is returned. */
                limit?: number;
                /** @description Pagination cursor from the `Link` header of the previous page. Only `limit` may change between pages. */
                cursor?: string;
                /** @description With `true`, each item starts with `_id`, `_changed_at` and ids of related records, such as `_location_id`. Defaults to `false`. */
                keys?: "true" | "false";
            };
            header?: {
                /** @description Preferences of the client (RFC 7240). With `handling=strict`, unknown and empty parameters are errors. By default, they are ignored. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. Also available as `application/x-ndjson` or `text/csv`, selected by `Accept`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Window-Start": components["headers"]["X-Window-Start"];
                    "X-Window-End": components["headers"]["X-Window-End"];
                    "X-Modified-Since": components["headers"]["X-Modified-Since"];
                    "X-Watermark": components["headers"]["X-Watermark"];
                    Link: components["headers"]["Link"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Items of the list, or of the requested page. */
                        items: components["schemas"]["Conversion"][];
                    };
                };
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["AccessTokenInvalid"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description The service is temporarily overloaded or unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listCampaigns: {
        parameters: {
            query: {
                /** @description Start of the date range. */
                start_date: string;
                /** @description Inclusive end of the date range. A date includes the whole day in the account's time zone. */
                end_date: string;
            };
            header?: {
                /** @description Preferences of the client (RFC 7240). With `handling=strict`, unknown and empty parameters are errors. By default, they are ignored. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. Also available as `application/x-ndjson` or `text/csv`, selected by `Accept`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Window-Start": components["headers"]["X-Window-Start"];
                    "X-Window-End": components["headers"]["X-Window-End"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Items of the list, or of the requested page. */
                        items: components["schemas"]["CampaignSummary"][];
                    };
                };
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["AccessTokenInvalid"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    listImports: {
        parameters: {
            query?: {
                /** @description Selects runs whose earliest appointment is on or after this day. */
                start_date?: string;
                /** @description Selects runs whose earliest appointment is on or before this day. */
                end_date?: string;
                /** @description With `true`, the list includes test runs and each run has `is_test`. Defaults to `false`. */
                show_test_runs?: "true" | "false";
                /** @description With `true`, each item starts with `_id`, `_changed_at` and ids of related records, such as `_location_id`. Defaults to `false`. */
                keys?: "true" | "false";
            };
            header?: {
                /** @description Preferences of the client (RFC 7240). With `handling=strict`, unknown and empty parameters are errors. By default, they are ignored. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. Also available as `application/x-ndjson` or `text/csv`, selected by `Accept`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Window-Start": components["headers"]["X-Window-Start"];
                    "X-Window-End": components["headers"]["X-Window-End"];
                    "X-Modified-Since": components["headers"]["X-Modified-Since"];
                    "X-Watermark": components["headers"]["X-Watermark"];
                    Link: components["headers"]["Link"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Items of the list, or of the requested page. */
                        items: components["schemas"]["ImportRun"][];
                    };
                };
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["AccessTokenInvalid"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description The service is temporarily overloaded or unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listImportAppointments: {
        parameters: {
            query?: {
                /** @description Comma-separated error types. Defaults to all types. Accepted types: provider_mismatch, location_mismatch, silenced, duplicate_appointment, appointment_day_rule, appointment_date, stops, invite_day_rule, duplicate_invite, missing_contact, reviewer_name, monitoring_only, missing_date_of_birth, missing_state. */
                error_types?: string;
                /** @description With `true`, each item starts with `_id`, `_changed_at` and ids of related records, such as `_location_id`. Defaults to `false`. */
                keys?: "true" | "false";
            };
            header?: {
                /** @description Preferences of the client (RFC 7240). With `handling=strict`, unknown and empty parameters are errors. By default, they are ignored. */
                Prefer?: string;
            };
            path: {
                /** @description Import id from `/integration-imports`. */
                import_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. Also available as `application/x-ndjson` or `text/csv`, selected by `Accept`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Window-Start": components["headers"]["X-Window-Start"];
                    "X-Window-End": components["headers"]["X-Window-End"];
                    "X-Modified-Since": components["headers"]["X-Modified-Since"];
                    "X-Watermark": components["headers"]["X-Watermark"];
                    Link: components["headers"]["Link"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the import run. */
                        import_id: number;
                        /** @description Time when the file was received, as `YYYY-MM-DD HH:mm:ss` in UTC. */
                        upload_date: string;
                        /** @description Errors and warnings, sorted by id. */
                        records: components["schemas"]["ImportRecord"][];
                    };
                };
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["AccessTokenInvalid"];
            404: components["responses"]["ImportNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description The service is temporarily overloaded or unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listImportInvites: {
        parameters: {
            query?: {
                /** @description Comma-separated error types. Defaults to all types. Accepted types: provider_mismatch, location_mismatch, silenced, duplicate_appointment, appointment_day_rule, appointment_date, stops, invite_day_rule, duplicate_invite, missing_contact, reviewer_name, monitoring_only, missing_date_of_birth, missing_state. */
                error_types?: string;
                /** @description With `true`, each item starts with `_id`, `_changed_at` and ids of related records, such as `_location_id`. Defaults to `false`. */
                keys?: "true" | "false";
            };
            header?: {
                /** @description Preferences of the client (RFC 7240). With `handling=strict`, unknown and empty parameters are errors. By default, they are ignored. */
                Prefer?: string;
            };
            path: {
                /** @description Import id from `/integration-imports`. */
                import_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. Also available as `application/x-ndjson` or `text/csv`, selected by `Accept`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Window-Start": components["headers"]["X-Window-Start"];
                    "X-Window-End": components["headers"]["X-Window-End"];
                    "X-Modified-Since": components["headers"]["X-Modified-Since"];
                    "X-Watermark": components["headers"]["X-Watermark"];
                    Link: components["headers"]["Link"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the import run. */
                        import_id: number;
                        /** @description Time when the file was received, as `YYYY-MM-DD HH:mm:ss` in UTC. */
                        upload_date: string;
                        /** @description Errors and warnings, sorted by id. */
                        records: components["schemas"]["ImportRecord"][];
                    };
                };
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["AccessTokenInvalid"];
            404: components["responses"]["ImportNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description The service is temporarily overloaded or unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listCahpsParsedFiles: {
        parameters: {
            query: {
                /** @description Selects files uploaded at or after this time. */
                start_date: string;
                /** @description Selects files uploaded at or before this time. A date includes the whole day in the account's time zone. */
                end_date: string;
                /** @description Selects files for this CAHPS survey. Defaults to both surveys. */
                cahps_type?: "OASCAHPS" | "HCAHPS";
                /** @description With `true`, each item starts with `_id`, `_changed_at` and ids of related records, such as `_location_id`. Defaults to `false`. */
                keys?: "true" | "false";
            };
            header?: {
                /** @description Preferences of the client (RFC 7240). With `handling=strict`, unknown and empty parameters are errors. By default, they are ignored. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. Also available as `application/x-ndjson` or `text/csv`, selected by `Accept`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Window-Start": components["headers"]["X-Window-Start"];
                    "X-Window-End": components["headers"]["X-Window-End"];
                    "X-Modified-Since": components["headers"]["X-Modified-Since"];
                    "X-Watermark": components["headers"]["X-Watermark"];
                    Link: components["headers"]["Link"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Items of the list, or of the requested page. */
                        items: components["schemas"]["CahpsParsedFile"][];
                    };
                };
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["AccessTokenInvalid"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description The service is temporarily overloaded or unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listCahpsWarnings: {
        parameters: {
            query?: {
                /** @description With `true`, each item starts with `_id`, `_changed_at` and ids of related records, such as `_location_id`. Defaults to `false`. */
                keys?: "true" | "false";
            };
            header?: {
                /** @description Preferences of the client (RFC 7240). With `handling=strict`, unknown and empty parameters are errors. By default, they are ignored. */
                Prefer?: string;
            };
            path: {
                /** @description File id from `/cahps-parsed-files`. */
                file_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. Also available as `application/x-ndjson` or `text/csv`, selected by `Accept`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Window-Start": components["headers"]["X-Window-Start"];
                    "X-Window-End": components["headers"]["X-Window-End"];
                    "X-Modified-Since": components["headers"]["X-Modified-Since"];
                    "X-Watermark": components["headers"]["X-Watermark"];
                    Link: components["headers"]["Link"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description File id. */
                        file_id: number;
                        /**
                         * @description CAHPS survey of the file.
                         * @enum {string}
                         */
                        cahps_type: "OASCAHPS" | "HCAHPS";
                        /** @description Rows with a defect or warning, in file order. */
                        records: components["schemas"]["CahpsWarning"][];
                    };
                };
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["AccessTokenInvalid"];
            404: components["responses"]["FileNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description The service is temporarily overloaded or unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listListingMetrics: {
        parameters: {
            query?: {
                /** @description With `true`, each item starts with `_id`, `_changed_at` and ids of related records, such as `_location_id`. Defaults to `false`. */
                keys?: "true" | "false";
            };
            header?: {
                /** @description Preferences of the client (RFC 7240). With `handling=strict`, unknown and empty parameters are errors. By default, they are ignored. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. Also available as `application/x-ndjson` or `text/csv`, selected by `Accept`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListingMetric"][];
                };
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["AccessTokenInvalid"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    listLocations: {
        parameters: {
            query?: {
                /** @description With `true`, each item starts with `_id`, `_changed_at` and ids of related records, such as `_location_id`. Defaults to `false`. */
                keys?: "true" | "false";
            };
            header?: {
                /** @description Preferences of the client (RFC 7240). With `handling=strict`, unknown and empty parameters are errors. By default, they are ignored. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. Also available as `application/x-ndjson` or `text/csv`, selected by `Accept`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Items of the list, or of the requested page. */
                        items: components["schemas"]["Location"][];
                    };
                };
            };
            /** @description The content is unchanged: its `ETag` equals the value in `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["AccessTokenInvalid"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    listProviders: {
        parameters: {
            query?: {
                /** @description With `true`, each item starts with `_id`, `_changed_at` and ids of related records, such as `_location_id`. Defaults to `false`. */
                keys?: "true" | "false";
            };
            header?: {
                /** @description Preferences of the client (RFC 7240). With `handling=strict`, unknown and empty parameters are errors. By default, they are ignored. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. Also available as `application/x-ndjson` or `text/csv`, selected by `Accept`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Items of the list, or of the requested page. */
                        items: components["schemas"]["Provider"][];
                    };
                };
            };
            /** @description The content is unchanged: its `ETag` equals the value in `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["AccessTokenInvalid"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    listPlatforms: {
        parameters: {
            query?: {
                /** @description With `true`, each item starts with `_id`, `_changed_at` and ids of related records, such as `_location_id`. Defaults to `false`. */
                keys?: "true" | "false";
            };
            header?: {
                /** @description Preferences of the client (RFC 7240). With `handling=strict`, unknown and empty parameters are errors. By default, they are ignored. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. Also available as `application/x-ndjson` or `text/csv`, selected by `Accept`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Items of the list, or of the requested page. */
                        items: components["schemas"]["Platform"][];
                    };
                };
            };
            /** @description The content is unchanged: its `ETag` equals the value in `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["AccessTokenInvalid"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    listMessages: {
        parameters: {
            query?: {
                /** @description With `true`, each item starts with `_id`, `_changed_at` and ids of related records, such as `_location_id`. Defaults to `false`. */
                keys?: "true" | "false";
            };
            header?: {
                /** @description Preferences of the client (RFC 7240). With `handling=strict`, unknown and empty parameters are errors. By default, they are ignored. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. Also available as `application/x-ndjson` or `text/csv`, selected by `Accept`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Items of the list, or of the requested page. */
                        items: components["schemas"]["Message"][];
                    };
                };
            };
            /** @description The content is unchanged: its `ETag` equals the value in `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["AccessTokenInvalid"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    listGroups: {
        parameters: {
            query?: {
                /** @description With `true`, each item starts with `_id`, `_changed_at` and ids of related records, such as `_location_id`. Defaults to `false`. */
                keys?: "true" | "false";
            };
            header?: {
                /** @description Preferences of the client (RFC 7240). With `handling=strict`, unknown and empty parameters are errors. By default, they are ignored. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. Also available as `application/x-ndjson` or `text/csv`, selected by `Accept`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Items of the list, or of the requested page. */
                        items: components["schemas"]["Group"][];
                    };
                };
            };
            /** @description The content is unchanged: its `ETag` equals the value in `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["AccessTokenInvalid"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    listChanges: {
        parameters: {
            query?: {
                /** @description Comma-separated names of lists. Defaults to all lists. Accepted names: reviews, surveys, survey-responses, invites, calls, conversions, locations, providers, platforms, messages, groups, surveys-list, insights/byMonth, integration-imports, integration-imports/appointments, integration-imports/invites, cahps-parsed-files, cahps-parsed-files/warnings, campaign-catalog, spends, appointments. */
                lists?: string;
                /** @description Maximum number of rows (1 to 100000). Defaults to all rows. If there are more rows, the `Link` header points to the next page. */
                limit?: number;
                /** @description Value of `X-Cursor` from the previous response for the same `lists`. */
                cursor?: string;
            };
            header?: {
                /** @description Preferences of the client (RFC 7240). With `handling=strict`, unknown and empty parameters are errors. By default, they are ignored. With `wait=30`, the server waits up to 30 seconds for a change before it returns an empty response. The maximum is `wait=60`. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. Also available as `application/x-ndjson` or `text/csv`, selected by `Accept`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Watermark": components["headers"]["X-Watermark"];
                    "X-Cursor": components["headers"]["X-Cursor"];
                    Link: components["headers"]["Link"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Items of the list, or of the requested page. */
                        items: components["schemas"]["Change"][];
                    };
                };
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["AccessTokenInvalid"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            410: components["responses"]["CursorExpired"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description The service is temporarily overloaded or unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listChecksums: {
        parameters: {
            query?: {
                /** @description Comma-separated names of lists. Defaults to all lists. Accepted names: reviews, surveys, survey-responses, invites, calls, conversions, locations, providers, platforms, messages, groups, surveys-list, insights/byMonth, integration-imports, integration-imports/appointments, integration-imports/invites, cahps-parsed-files, cahps-parsed-files/warnings, campaign-catalog, spends, appointments. */
                lists?: string;
            };
            header?: {
                /** @description Preferences of the client (RFC 7240). With `handling=strict`, unknown and empty parameters are errors. By default, they are ignored. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. Also available as `application/x-ndjson` or `text/csv`, selected by `Accept`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Watermark": components["headers"]["X-Watermark"];
                    "X-Cursor": components["headers"]["X-Cursor"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Items of the list, or of the requested page. */
                        items: components["schemas"]["Checksum"][];
                    };
                };
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["AccessTokenInvalid"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description The service is temporarily overloaded or unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    averageReviews: {
        parameters: {
            query?: {
                /** @description Comma-separated location ids. Selects rows of any of these locations. */
                location_id?: string;
                /** @description Comma-separated provider ids. Selects rows of any of these providers. */
                provider_id?: string;
                /** @description Comma-separated group ids. Selects rows whose location or provider belongs to any of these groups. */
                group_id?: string;
                /** @description Comma-separated ids from `/platforms` or `/surveys-list`. Only ratings from these platforms and surveys are included. The ids of platforms and surveys that this operation excludes are valid, but select no ratings. */
                survey_id?: string;
            };
            header?: {
                /** @description Preferences of the client (RFC 7240). With `handling=strict`, unknown and empty parameters are errors. By default, they are ignored. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AverageRating"];
                };
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["AccessTokenInvalid"];
            404: components["responses"]["WidgetNotConfigured"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    averageReviewsAndSurveys: {
        parameters: {
            query?: {
                /** @description Comma-separated location ids. Selects rows of any of these locations. */
                location_id?: string;
                /** @description Comma-separated provider ids. Selects rows of any of these providers. */
                provider_id?: string;
                /** @description Comma-separated group ids. Selects rows whose location or provider belongs to any of these groups. */
                group_id?: string;
                /** @description Comma-separated ids from `/platforms` or `/surveys-list`. Only ratings from these platforms and surveys are included. The ids of platforms and surveys that this operation excludes are valid, but select no ratings. */
                survey_id?: string;
            };
            header?: {
                /** @description Preferences of the client (RFC 7240). With `handling=strict`, unknown and empty parameters are errors. By default, they are ignored. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AverageRating"];
                };
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["AccessTokenInvalid"];
            404: components["responses"]["WidgetNotConfigured"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    averageSurveys: {
        parameters: {
            query?: {
                /** @description Comma-separated location ids. Selects rows of any of these locations. */
                location_id?: string;
                /** @description Comma-separated provider ids. Selects rows of any of these providers. */
                provider_id?: string;
                /** @description Comma-separated group ids. Selects rows whose location or provider belongs to any of these groups. */
                group_id?: string;
                /** @description Comma-separated ids from `/platforms` or `/surveys-list`. Only ratings from these platforms and surveys are included. The ids of platforms and surveys that this operation excludes are valid, but select no ratings. */
                survey_id?: string;
            };
            header?: {
                /** @description Preferences of the client (RFC 7240). With `handling=strict`, unknown and empty parameters are errors. By default, they are ignored. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AverageRating"];
                };
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["AccessTokenInvalid"];
            404: components["responses"]["WidgetNotConfigured"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
    listAggregateReviews: {
        parameters: {
            query?: {
                /** @description Comma-separated location ids. Selects rows of any of these locations. */
                location_id?: string;
                /** @description Comma-separated provider ids. Selects rows of any of these providers. */
                provider_id?: string;
                /** @description Comma-separated group ids. Selects rows whose location or provider belongs to any of these groups. */
                group_id?: string;
                /** @description Comma-separated ids from `/platforms` or `/surveys-list`. Only ratings from these platforms and surveys are included. The ids of platforms and surveys that this operation excludes are valid, but select no ratings. */
                survey_id?: string;
                /** @description Start of the window. Without `end`, the window is the 24 hours from `start`. */
                start?: string;
                /** @description Inclusive end of the window. A date includes the whole day in the account's time zone. */
                end?: string;
                /** @description Maximum number of reviews to return (1 to 1000). Defaults to the number that the widget shows. */
                limit?: number;
                /** @description Minimum star rating (0 to 5). Defaults to the minimum rating in the widget configuration. */
                min_rating?: number;
            };
            header?: {
                /** @description Preferences of the client (RFC 7240). With `handling=strict`, unknown and empty parameters are errors. By default, they are ignored. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. Also available as `application/x-ndjson` or `text/csv`, selected by `Accept`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Window-Start": components["headers"]["X-Window-Start"];
                    "X-Window-End": components["headers"]["X-Window-End"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Items of the list, or of the requested page. */
                        items: components["schemas"]["AggregateReview"][];
                    };
                };
            };
            /** @description The request is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["AccessTokenInvalid"];
            404: components["responses"]["WidgetNotConfigured"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            /** @description The request has too many headers, or its headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseBusy"];
        };
    };
}
