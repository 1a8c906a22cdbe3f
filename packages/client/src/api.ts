// Made from docs/openapi.json by `npm run docs`: change the routes instead.
export type paths = {
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the process is alive */
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
        /** Whether requests can be served now */
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
        /** Exchanges a client's signed assertion for an access token */
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
        /** What issues access tokens, and how they are to be had (RFC 8414) */
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
        /** The same as SMART Backend Services has it */
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
        /** Reviews, newest first */
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
        /** NPS surveys, newest first, in the shape of reviews */
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
        /** Invites, the last sent first */
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
        /** Surveys, by id */
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
        /** Responses to one survey, newest first */
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
        /** Calls to call trackers, newest first */
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
        /** Calls and online submissions with the appointments that followed, newest first */
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
        /** What the conversions of a range led to, whenever that was, and what they cost: one item a channel, by name */
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
        /** Imports of appointments, the last one first */
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
        /** Monthly counts of what happened to the locations' listings, by location, month and type */
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
        /** Locations, by id */
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
        /** Review platforms and surveys, by id */
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
        /** Messages that invites are sent with, by id */
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
        /** Groups with their providers and locations, by id */
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
        /** Takes one online submission; 200 for one that is there already */
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
        /** Takes several online submissions: all or, when anything is wrong with one of them, none */
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
        /** The account's users, by id */
        get: operations["listUsers"];
        put?: never;
        /** Creates a pending user and mails an invitation to set a password; `Location` says where the user is */
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
        /** One user */
        get: operations["getUser"];
        /** Changes what is sent of a user; what is absent stays as it is */
        put: operations["updateUser"];
        post?: never;
        /** Takes a user out; the e-mail address is free again */
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
        /** A user's image, at most 512 pixels a side */
        get: operations["getUserImage"];
        /** Adds or replaces a user's image, which is re-encoded without metadata */
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
        /** Reviews, newest first */
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
        /** NPS surveys, newest first, in the shape of reviews */
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
        /** Invites, the last sent first */
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
        /** Surveys, by id */
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
        /** Responses to one survey, newest first */
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
        /** Calls to call trackers, newest first */
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
        /** Calls and online submissions with the appointments that followed, newest first */
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
        /** What the conversions of a range led to, whenever that was, and what they cost: one item a channel, by name */
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
        /** Imports of appointments, the last one first */
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
        /** What keeps rows of an import from becoming appointments, or is missing in them, by id */
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
        /** What keeps patients of an import from getting an invite, by id */
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
        /** Files of patients for CAHPS surveys, the last uploaded one first */
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
        /** What keeps patients of a file from being surveyed, or needs a look, by row; nothing before the file is `Done` */
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
        /** Monthly counts of what happened to the locations' listings, by location, month and type */
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
        /** Locations, by id */
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
        /** Providers, by id */
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
        /** Review platforms and surveys, by id */
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
        /** Messages that invites are sent with, by id */
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
        /** Groups with their providers and locations, by id */
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
        /** Everything that was added, changed or deleted since a cursor, each row once; everything there is without one */
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
        /** What the rows of each list add up to, by the month in which they changed last: for comparing a copy */
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
        /** The average rating of reviews on public platforms */
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
        /** The average rating of reviews on public platforms and of surveys together */
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
        /** The average rating of surveys: responses by their overall rating from 1 to 5, NPS surveys by their stars */
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
        /** Reviews on public platforms that have a comment and stars enough, newest first */
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
            /** @description To be sent as it is, not to be read */
            access_token: string;
            /**
             * @description How it is sent: `Authorization: Bearer ...`
             * @enum {string}
             */
            token_type: "Bearer";
            /** @description For how many seconds it is good */
            expires_in: number;
            /** @description What it opens */
            scope: string;
        };
        /** AggregateReview */
        AggregateReview: {
            /** @description Tells the review apart on a page; says nothing of its id */
            id: string;
            /** @description Review id: the number of the list of reviews as text */
            review_id: string;
            /** @description Stars from 1 to 5 */
            rating: number;
            /** @description The reviewer, by first name alone where the widget is configured so */
            name: string;
            /** @description What the reviewer wrote; never empty */
            comment: string;
            /**
             * Format: date-time
             * @description When it was written, in UTC
             */
            create_time: string;
            /** @description Name of the location; absent where there is none */
            location?: string;
            /** @description Name of the provider; absent where there is none */
            message?: string;
            /** @description Name of the platform */
            platform: string;
        };
        /** AnsweredQuestion */
        AnsweredQuestion: {
            /** @description Identifies the question within its survey */
            question_id: string;
            /** @description What patients read */
            question_text: string;
            /** @description The answer in words, as under the question's own key; empty without one */
            val: string;
            /** @description What the codes of answers stand for: choices by their number from 1, a point scale's bounds */
            display_values: {
                [key: string]: string;
            };
            /** @description What was remarked; absent when there is nothing */
            comment?: string;
        };
        /** AverageRating */
        AverageRating: {
            /** @description How many ratings were counted */
            total: number;
            /** @description Their mean, not rounded; 0 where there are none */
            average: number;
            /** @description The mean rounded to one decimal */
            rating: number;
        };
        /** CahpsParsedFile */
        CahpsParsedFile: {
            /** @description What tells it apart in its list; it never changes; where `keys=true` asks for it */
            _id?: string;
            /**
             * Format: date-time
             * @description When anything of it last changed; where `keys=true` asks for it
             */
            _changed_at?: string;
            /** @description File id */
            file_id: number;
            /** @description The connection that the file came in by */
            integration_connection: string | null;
            /** @description The transform that was applied to the file */
            file_transform: string | null;
            /**
             * @description `Done` once the file is parsed, `Failed` where it could not be
             * @enum {string}
             */
            download_status: "Pending" | "Started" | "Done" | "Failed";
            /** @description Whether the file is a test */
            is_test: boolean;
            /**
             * @description The survey that the patients are for
             * @enum {string}
             */
            cahps_type: "OASCAHPS" | "HCAHPS";
            /** @description Rows of patients; 0 until the file is parsed */
            total_patients: number;
            /** @description Rows with a defect or a warning: as many as the file's warnings have records */
            warnings_count: number;
            /** @description When the file was uploaded, ISO 8601 */
            created_at: string;
            /** @description E-mail address of who uploaded the file, or `system` */
            created_by: string;
        };
        /** CahpsWarning */
        CahpsWarning: {
            /** @description What tells it apart in its list; it never changes; where `keys=true` asks for it */
            _id?: string;
            /**
             * Format: date-time
             * @description When anything of it last changed; where `keys=true` asks for it
             */
            _changed_at?: string;
            /** @description File id; where `keys=true` asks for it */
            _file_id?: number;
            /** @description Warning record id */
            id: number;
            /** @description From the row */
            patient_id: string;
            /** @description The row: known columns under their canonical names, others under their headings; values as sent */
            patient_info: {
                [key: string]: string;
            };
            /** @description From the row */
            location_name: string;
            /** @description What was found, defects first, separated by semicolons */
            row_note: string;
            /** @description What was found, each with its code */
            notes: {
                /** @description What keeps the patient from being surveyed */
                discovered_defects?: {
                    /** @description What was found, in snake case: the same words for ever */
                    code: string;
                    /** @description The member of `patient_info` that it is about */
                    field: string | null;
                    /** @description The same for people */
                    text: string;
                }[];
                /** @description What needs a look; the patient can be surveyed */
                warnings?: {
                    /** @description What was found, in snake case: the same words for ever */
                    code: string;
                    /** @description The member of `patient_info` that it is about */
                    field: string | null;
                    /** @description The same for people */
                    text: string;
                }[];
                /** @description The same as `row_note` */
                notes_string: string;
            };
        };
        /** Call */
        Call: {
            /** @description What tells it apart in its list; it never changes; where `keys=true` asks for it */
            _id?: string;
            /**
             * Format: date-time
             * @description When anything of it last changed; where `keys=true` asks for it
             */
            _changed_at?: string;
            /** @description Location of the appointment; where `keys=true` asks for it */
            _location_id?: number | null;
            /** @description Provider of the appointment; where `keys=true` asks for it */
            _provider_id?: number | null;
            /** @description Marketing campaign; where `keys=true` asks for it */
            _campaign_id?: number | null;
            /** @description The appointment that followed; where `keys=true` asks for it */
            _appointment_id?: number | null;
            /** @description When the appointment is that followed, in the account's time zone; `-` until there is one */
            appt_date: string;
            /** @description When the call was made, in the account's time zone */
            call_date: string;
            /** @description Marketing campaign; `-` when it is not known */
            campaign: string;
            /** @description Marketing channel; `Unassigned` when it is not known */
            channel: string;
            /** @description Number of the caller, in E.164 where it is a usable one, else as it was sent */
            from_number: string;
            /** @description Location of the appointment; `-` until it is known */
            location_name: string;
            /** @description Whether no earlier appointment or invite on the account had the same phone number */
            new_patient: boolean;
            /** @description Patient id from the appointment; `Unknown` until it is known */
            patient_id: string;
            /** @description Name of the patient; `Unknown` until it is known */
            patient_name: string;
            /** @description Provider of the appointment; `-` until it is known */
            provider: string;
            /** @description Marketing source; `-` when it is not known */
            source: string;
            /** @description Number that was called, in E.164 where it is a usable one, else as it was sent */
            tracking_number: string;
        };
        /** CampaignSummary */
        CampaignSummary: {
            /** @description Appointments whose last conversion before them is one of these */
            Appointments: string;
            /** @description Appointments with an earlier conversion that is one of these */
            Assists: string;
            /** @description Marketing channel; `Unassigned` when it is not known */
            Channel: string;
            /** @description Conversions of the range */
            Conversions: string;
            /** @description What the days of the range cost, with the sign of the account's currency */
            Cost: string;
            /** @description Cost an appointment, `$0.00` without one, with the sign of the account's currency */
            "Cost/Appt": string;
            /** @description Cost an assist, `$0.00` without one, with the sign of the account's currency */
            "Cost/Assist": string;
            /** @description Cost a conversion, `$0.00` without one, with the sign of the account's currency */
            "Cost/Conversion": string;
            /** @description Cost a new patient, `$0.00` without one, with the sign of the account's currency */
            "Cost/Patient": string;
            /** @description What the appointments brought, estimated by the account's settings where it is not known, with the sign of the account's currency */
            "Estimated Revenue": string;
            /** @description Patients of the appointments whose last conversion was a new patient's */
            "New Patients": string;
            /** @description Revenue in percent of the cost, `0%` without a cost */
            ROAS: string;
        };
        /** Change */
        Change: {
            /**
             * @description The list that the row is in
             * @enum {string}
             */
            list: "reviews" | "surveys" | "survey-responses" | "invites" | "calls" | "conversions" | "locations" | "providers" | "platforms" | "messages" | "groups" | "surveys-list" | "insights/byMonth" | "integration-imports" | "integration-imports/appointments" | "integration-imports/invites" | "cahps-parsed-files" | "cahps-parsed-files/warnings" | "campaign-catalog" | "spends" | "appointments";
            /** @description What tells the row apart in its list; it never changes */
            id: string;
            /**
             * @description `delete`: it is not in the list any more
             * @enum {string}
             */
            op: "upsert" | "delete";
            /**
             * Format: date-time
             * @description When it was last changed, or deleted
             */
            changed_at: string;
            /** @description The row as its list shows it in its fullest form, after what it is joined on (`_location_id`, `_survey_id`...); absent where it was deleted */
            item?: Record<string, never>;
        };
        /** Checksum */
        Checksum: {
            /**
             * @description The list
             * @enum {string}
             */
            list: "reviews" | "surveys" | "survey-responses" | "invites" | "calls" | "conversions" | "locations" | "providers" | "platforms" | "messages" | "groups" | "surveys-list" | "insights/byMonth" | "integration-imports" | "integration-imports/appointments" | "integration-imports/invites" | "cahps-parsed-files" | "cahps-parsed-files/warnings" | "campaign-catalog" | "spends" | "appointments";
            /** @description The month in which its rows changed last, `YYYY-MM` in UTC */
            month: string;
            /** @description How many rows these are */
            count: number;
            /** @description Over all of them the sum, modulo 2^53, of the CRC-32 of the row's id, a zero byte, and its `item` as it stands among changes */
            checksum: string;
        };
        /** Conversion */
        Conversion: {
            /** @description What tells it apart in its list; it never changes; where `keys=true` asks for it */
            _id?: string;
            /**
             * Format: date-time
             * @description When anything of it last changed; where `keys=true` asks for it
             */
            _changed_at?: string;
            /** @description Location of the appointment; where `keys=true` asks for it */
            _location_id?: number | null;
            /** @description Provider of the appointment; where `keys=true` asks for it */
            _provider_id?: number | null;
            /** @description Marketing campaign; where `keys=true` asks for it */
            _campaign_id?: number | null;
            /** @description The appointment that followed; where `keys=true` asks for it */
            _appointment_id?: number | null;
            /** @description Unique id: `call-` or `sub-`, and the id of the call or submission */
            conversion_id: string;
            /** @description When the appointment is that followed: a timestamp, or a date where its time is not known */
            appt_date: string | null;
            /** @description Marketing campaign */
            campaign: string | null;
            /** @description Marketing channel; `Unassigned` when it is not known */
            channel: string;
            /** @description Marketing source */
            source: string | null;
            /**
             * Format: date-time
             * @description When the call or the submission occurred
             */
            date: string;
            /** @description Phone number of the caller, in E.164 where it is a usable one, else as it was sent */
            from_number: string;
            /** @description Location of the appointment */
            location_name: string | null;
            /** @description Whether no earlier appointment or invite on the account had the same phone number */
            new_patient: boolean;
            /** @description Patient id from the appointment */
            patient_id: string | null;
            /** @description Name of the patient */
            patient_name: string | null;
            /** @description Provider of the appointment */
            provider: string | null;
            /** @description Number that was called, in E.164 where it is a usable one, else as it was sent */
            tracking_number: string | null;
            /**
             * @description How the prospect got in touch
             * @enum {string}
             */
            type: "Call" | "Online" | "App";
            /**
             * Format: date-time
             * @description When it was recorded; once it is linked to an appointment, when it was last linked
             */
            modified_at: string;
        };
        /** Group */
        Group: {
            /** @description What tells it apart in its list; it never changes; where `keys=true` asks for it */
            _id?: string;
            /**
             * Format: date-time
             * @description When anything of it last changed; where `keys=true` asks for it
             */
            _changed_at?: string;
            /** @description Group id */
            id: number;
            /** @description Name of the group */
            name: string;
            /** @description Providers of the group */
            providers: components["schemas"]["GroupProvider"][];
            /** @description Locations of the group */
            locations: components["schemas"]["GroupLocation"][];
        };
        /** GroupChild */
        GroupChild: {
            /** @description Listing id */
            id: number;
            /** @description Name of the listing */
            name: string;
            /** @description Address as one line */
            formatted: string | null;
            /** @description Equal to `formatted`, under the name that the specification's sample has */
            formated: string | null;
            /** @description Whose listing it is */
            provider_id: number;
        };
        /** GroupLocation */
        GroupLocation: {
            /** @description Location id */
            id: number;
            /** @description Name of the location */
            name: string;
            /** @description Address as one line */
            formatted: string | null;
            /** @description External ids of the location */
            external_location_ids: string[];
            /** @description Providers' listings at this location */
            children: components["schemas"]["GroupChild"][];
        };
        /** GroupProvider */
        GroupProvider: {
            /** @description Provider id */
            id: number;
            /** @description Name of the provider */
            name: string;
            /** @description External ids of the provider */
            external_provider_ids: string[];
        };
        /** ImportRecord */
        ImportRecord: {
            /** @description What tells it apart in its list; it never changes; where `keys=true` asks for it */
            _id?: string;
            /**
             * Format: date-time
             * @description When anything of it last changed; where `keys=true` asks for it
             */
            _changed_at?: string;
            /** @description Run id; where `keys=true` asks for it */
            _import_id?: number;
            /** @description Record id; unique over both sides */
            id: number;
            /**
             * @description What was said of the row
             * @enum {string}
             */
            error_type: "provider_mismatch" | "location_mismatch" | "silenced" | "duplicate_appointment" | "appointment_day_rule" | "appointment_date" | "stops" | "invite_day_rule" | "duplicate_invite" | "missing_contact" | "reviewer_name" | "monitoring_only" | "missing_date_of_birth" | "missing_state";
            /**
             * @description `error`: something to be corrected; `warning`: a rule did its work, or a gap that stops nothing
             * @enum {string}
             */
            error_level: "error" | "warning";
            /** @description From the row */
            patient_name: string;
            /** @description From the row */
            patient_id: string;
            /** @description A timestamp, or a date where no time was sent; unknown where it is not usable */
            appointment_date: string | null;
            /** @description From the row */
            location_name: string;
            /** @description From the row */
            provider: string;
            /** @description The first usable number, in E.164 */
            phone: string | null;
            /** @description From the row, where it is usable */
            email: string | null;
            /** @description `YYYY-MM-DD` */
            date_of_birth: string | null;
            /** @description Two-letter abbreviation */
            state: string | null;
            /** @description `{field, value}` of what does not match; `{existing_id, existing_date}` of what was there before; `{superseded_by_row}` of a later row of the file; `{contact, since}` of a stop; `{allowed_from, allowed_to}` of a day */
            match_info?: Record<string, never>;
        };
        /** ImportRun */
        ImportRun: {
            /** @description What tells it apart in its list; it never changes; where `keys=true` asks for it */
            _id?: string;
            /**
             * Format: date-time
             * @description When anything of it last changed; where `keys=true` asks for it
             */
            _changed_at?: string;
            /** @description Run id */
            import_id: number;
            /** @description Rows, without those of cancelled and moved appointments */
            rows_processed: number;
            /** @description How often a location or a provider is not known */
            mismatches: number;
            /** @description How many warnings there are, about appointments and invites */
            warnings: number;
            /** @description Rows whose appointment was stored or changed */
            appointment_captured: number;
            /** @description Patients without any appointment before this run */
            new_patients: number;
            /** @description Rows whose patients get an invite */
            scheduled_invites: number;
            /** @description Rows whose appointment was not stored */
            skipped_appointments: number;
            /** @description Rows whose patients get no invite */
            skipped_invites: number;
            /** @description Day of the earliest appointment */
            start_date: string;
            /** @description Day of the latest appointment */
            end_date: string;
            /** @description When the file came in, `YYYY-MM-DD HH:mm:ss` in UTC */
            upload_date: string;
            /** @description Whether nothing but the run was stored; there with `show_test_runs=true` */
            is_test?: boolean;
            /** @description How many rows have which error */
            errors: {
                /** @description Rows by type of error, of those about appointments */
                appointments: {
                    [key: string]: number;
                };
                /** @description Rows by type of error, of those about invites */
                invites: {
                    [key: string]: number;
                };
            };
        };
        /** ImportRunV1 */
        ImportRunV1: {
            /** @description What tells it apart in its list; it never changes; where `keys=true` asks for it */
            _id?: string;
            /**
             * Format: date-time
             * @description When anything of it last changed; where `keys=true` asks for it
             */
            _changed_at?: string;
            /** @description Run id */
            import_id: number;
            /** @description Rows, without those of cancelled and moved appointments */
            rows_processed: number;
            /** @description How often a location or a provider is not known */
            mismatches: number;
            /** @description How many warnings there are, about appointments and invites */
            warnings: number;
            /** @description Rows whose appointment was stored or changed */
            appointment_captured: number;
            /** @description Patients without any appointment before this run */
            new_patients: number;
            /** @description Rows whose patients get an invite */
            scheduled_invites: number;
            /** @description Rows whose appointment was not stored */
            skipped_appointments: number;
            /** @description Rows whose patients get no invite */
            skipped_invites: number;
            /** @description Day of the earliest appointment */
            start_date: string;
            /** @description Day of the latest appointment */
            end_date: string;
            /** @description When the file came in, `YYYY-MM-DD HH:mm:ss` in UTC */
            upload_date: string;
            /** @description Whether nothing but the run was stored; there with `show_test_runs=true` */
            is_test?: boolean;
        };
        /** Invite */
        Invite: {
            /** @description What tells it apart in its list; it never changes; where `keys=true` asks for it */
            _id?: string;
            /**
             * Format: date-time
             * @description When anything of it last changed; where `keys=true` asks for it
             */
            _changed_at?: string;
            /** @description Which platforms the recipient went to, and when */
            clicked: {
                /** @description When */
                created_at: string;
                /** @description Name of the platform */
                name: string;
            }[];
            /** @description Name of the recipient */
            customer_name: string | null;
            /** @description External ids of the location */
            external_location_ids: string[];
            /** @description External ids of the provider */
            external_provider_ids: string[];
            /** @description The practice's own fields, by name: what `custom_filters` compares */
            extras: {
                [key: string]: string;
            };
            /** @description Name of the location */
            location: string | null;
            /** @description Location id, as text */
            location_id: string | null;
            /** @description First external id of the location */
            location_oid: string | null;
            /** @description Name of the message */
            message: string | null;
            /** @description When the invite was opened */
            opened: string | null;
            /** @description Name of the platform */
            platform: string | null;
            /** @description Whether the recipient went on to review */
            proceeded_to_review: boolean;
            /** @description Name of the provider */
            provider: string | null;
            /** @description Provider id, as text */
            provider_id: string | null;
            /** @description Rating given */
            review_rating: number | null;
            /** @description When it was sent */
            sent_at: string;
            /** @description Who sent it; empty when it was sent by itself */
            sent_by: string;
            /** @description Phone number or e-mail address */
            sent_to: string;
            /** @description Status of the invite */
            status: string;
            /**
             * @description How it was sent
             * @enum {string}
             */
            type: "sms" | "email";
        };
        /** ListingMetric */
        ListingMetric: {
            /** @description What tells it apart in its list; it never changes; where `keys=true` asks for it */
            _id?: string;
            /**
             * Format: date-time
             * @description When anything of it last changed; where `keys=true` asks for it
             */
            _changed_at?: string;
            /** @description Location id */
            location_id: number;
            /** @description The month as `YYYYMM` */
            month: number;
            /**
             * @description What was counted
             * @enum {string}
             */
            metric_type: "views_maps" | "views_search" | "actions_website" | "actions_phone" | "actions_driving_directions";
            /** @description The total of that location, month and type */
            count: number;
        };
        /** Location */
        Location: {
            /** @description What tells it apart in its list; it never changes; where `keys=true` asks for it */
            _id?: string;
            /**
             * Format: date-time
             * @description When anything of it last changed; where `keys=true` asks for it
             */
            _changed_at?: string;
            /** @description Location id */
            id: number;
            /** @description Name of the location */
            location_name: string;
            /** @description External ids of the location */
            external_location_ids: string[];
        };
        /** Message */
        Message: {
            /** @description What tells it apart in its list; it never changes; where `keys=true` asks for it */
            _id?: string;
            /**
             * Format: date-time
             * @description When anything of it last changed; where `keys=true` asks for it
             */
            _changed_at?: string;
            /** @description Message id */
            id: number;
            /** @description Name of the message */
            name: string;
            /** @description Texts by language code */
            languages: {
                [key: string]: components["schemas"]["MessageText"];
            };
        };
        /** MessageText */
        MessageText: {
            /** @description Key of the text */
            key: string;
            /** @description The text, with placeholders for the names of the customer, the account and the user */
            message: string;
        };
        /** NewUser */
        NewUser: {
            /**
             * @description What the user may do in the application
             * @enum {string}
             */
            role: "Administrator" | "Office Staff" | "Location Admin";
            /** @description Name, on one line without control or invisible characters */
            name: string;
            /** @description E-mail address, unique within the account regardless of letter case. The invitation is mailed to it. An account mails at most 2 invitations to one address and 500 in total within 24 hours; beyond that the user is created and the invitation is mailed later. */
            email: string;
            /** @description Id in the partner's own system; absent when there is none */
            oid?: string;
        };
        /** OAuthError */
        OAuthError: {
            /** @description What is wrong, in the words of RFC 6749 */
            error: string;
            /** @description The same for people */
            error_description: string;
            /** @description Equal to `error_description` */
            message: string;
        };
        /** Platform */
        Platform: {
            /** @description What tells it apart in its list; it never changes; where `keys=true` asks for it */
            _id?: string;
            /**
             * Format: date-time
             * @description When anything of it last changed; where `keys=true` asks for it
             */
            _changed_at?: string;
            /** @description Platform id */
            id: number;
            /** @description Name of the platform or survey */
            name: string;
            /** @description Whether it is a survey */
            is_survey: boolean;
            /** @description Whether it is in use; absent on surveys */
            active?: boolean;
        };
        /** Problem */
        Problem: {
            /** @description Always `about:blank`: `code` says more */
            type: string;
            /** @description The status in words */
            title: string;
            /** @description The status of the response */
            status: number;
            /** @description What is wrong, for people */
            detail: string;
            /** @description Equal to `detail` */
            message: string;
            /** @description What is wrong, for programs: stable, and more of them may come */
            code: string;
            /** @description What may help, such as what a credential of this kind is for */
            hint?: string;
            /** @description Everything that is wrong with the request, by parameter or JSON pointer */
            errors?: components["schemas"]["ProblemDetail"][];
            /** @description Equal to the header `X-Request-Id` */
            request_id: string;
        };
        /** ProblemDetail */
        ProblemDetail: {
            /** @description The query parameter that is wrong */
            parameter?: string;
            /** @description Where the body is wrong, as a JSON pointer; empty for all of it */
            pointer?: string;
            /** @description What was expected */
            message: string;
        };
        /** Provider */
        Provider: {
            /** @description What tells it apart in its list; it never changes; where `keys=true` asks for it */
            _id?: string;
            /**
             * Format: date-time
             * @description When anything of it last changed; where `keys=true` asks for it
             */
            _changed_at?: string;
            /** @description Provider id */
            id: number;
            /** @description Name of the provider */
            name: string;
            /** @description National Provider Identifier */
            npi: string | null;
            /** @description External ids of the provider */
            external_provider_ids: string[];
        };
        /** Review */
        Review: {
            /** @description What tells it apart in its list; it never changes; where `keys=true` asks for it */
            _id?: string;
            /**
             * Format: date-time
             * @description When anything of it last changed; where `keys=true` asks for it
             */
            _changed_at?: string;
            /** @description Text of the review */
            comment: string | null;
            /**
             * Format: date-time
             * @description When it was submitted
             */
            create_time: string;
            /** @description External ids of the location */
            external_location_ids: string[];
            /** @description External ids of the provider */
            external_provider_ids: string[];
            /** @description Ids of the groups that hold the location or the provider, ascending */
            groups: number[];
            /** @description Name of the invite's recipient */
            invite_name: string | null;
            /**
             * @description How the invite was sent
             * @enum {string|null}
             */
            invite_type: "sms" | "email" | null;
            /** @description Name of the location */
            location: string | null;
            /** @description Location id */
            location_id: number | null;
            /** @description First external id of the location */
            location_oid: string | null;
            /** @description Provider name of the invite */
            message: string | null;
            /** @description Overall NPS rating */
            nps_rating: number | null;
            /** @description Name of the platform or survey */
            platform: string | null;
            /** @description Name of the provider */
            provider: string | null;
            /** @description Provider id */
            provider_id: number | null;
            /** @description Descriptive name of the question */
            question_id: string | null;
            /** @description Overall star rating; absent when there is none */
            rating?: number;
            /** @description Review id, unique within its own list: a review and an NPS survey may have the same */
            review_id: number;
            /** @description Name of the reviewer */
            reviewer: string | null;
            /**
             * Format: date-time
             * @description When the invite was sent
             */
            sent_at: string | null;
            /** @description Phone number or e-mail address that the invite went to */
            sent_to: string | null;
        };
        /** SmartConfiguration */
        SmartConfiguration: {
            /** @description Where assertions are exchanged */
            token_endpoint: string;
            /** @description The grants that are taken */
            grant_types_supported: "client_credentials"[];
            /** @description How clients say who they are */
            token_endpoint_auth_methods_supported: "private_key_jwt"[];
            /** @description How they sign */
            token_endpoint_auth_signing_alg_values_supported: "RS384"[];
            /** @description What access tokens open */
            scopes_supported: "data-sync.read"[];
            /** @description Of SMART's capabilities */
            capabilities: "client-confidential-asymmetric"[];
        };
        /**
         * Submission
         * @description An optional text that is empty counts as absent, as `null` does; a required one is refused
         */
        Submission: {
            /** @description When the scheduling system received it: an ISO 8601 timestamp, in UTC where it has no offset. Required in a bulk upload; otherwise the time of receipt when absent. At most five minutes ahead */
            submission_date?: string;
            /** @description What the link of a campaign carried as `scct`; one that no campaign has is taken too */
            scct_parameter: string;
            /** @description The prospect's number; one that is not usable is taken too, and matches nothing */
            phone_number: string;
            /**
             * @description How it was submitted
             * @enum {string}
             */
            conversion_type: "Online" | "App";
            /** @description The prospect's name */
            patient_name: string;
            /** @description Id in the partner's own system */
            patient_id?: string;
            /** @description The day of the appointment that was asked for: `YYYY-MM-DD`, or an ISO 8601 timestamp, which stands for its day on the account's clocks, or without an offset for its own day */
            scheduled_appointment_date?: string;
            /** @description E-mail address, which helps matching */
            email?: string;
            /** @description Street address */
            street?: string;
            /** @description Unit or apartment */
            secondary_street?: string;
            /** @description City */
            city?: string;
            /** @description Two-letter abbreviation */
            state?: string;
            /** @description Postal code */
            postal?: string;
            /** @description Whether it is a test: then it counts nowhere and is gone after the night; false when absent */
            is_test?: boolean;
        };
        /** Submissions */
        Submissions: {
            /** @description Each with its `submission_date` */
            submissions: components["schemas"]["Submission"][];
        };
        /** Survey */
        Survey: {
            /** @description What tells it apart in its list; it never changes; where `keys=true` asks for it */
            _id?: string;
            /**
             * Format: date-time
             * @description When anything of it last changed; where `keys=true` asks for it
             */
            _changed_at?: string;
            /** @description Survey id: the id of the platform that it is */
            id: number;
            /** @description Name of the survey */
            name: string;
        };
        /**
         * SurveyResponse
         * @description Besides the members listed, one a question, in the order of the survey: its descriptive name and the answer in words. A name that is there already is followed by ` (2)`, ` (3)`
         */
        SurveyResponse: {
            /** @description What tells it apart in its list; it never changes; where `keys=true` asks for it */
            _id?: string;
            /**
             * Format: date-time
             * @description When anything of it last changed; where `keys=true` asks for it
             */
            _changed_at?: string;
            /** @description Survey id; where `keys=true` asks for it */
            _survey_id?: number;
            /** @description Day of the appointment, `YYYY-MM-DD` */
            appointment_date: string | null;
            /** @description Phone number or e-mail address that the survey went to */
            contact: string | null;
            /** @description Ids of the groups that hold the location or the provider, ascending */
            groups: number[];
            /** @description Name of the location */
            location: string | null;
            /** @description Location id */
            location_id: number | null;
            /** @description National Provider Identifier of the provider */
            npi: string | null;
            /** @description Overall rating: the answer to the question marked overall, else the mean of the stars */
            overall: number | null;
            /** @description First name of the patient */
            patient_first: string | null;
            /** @description Patient id */
            patient_id: string | null;
            /** @description Last name of the patient */
            patient_last: string | null;
            /** @description Full name of the patient */
            patient_name: string | null;
            /** @description Name of the provider */
            provider: string | null;
            /** @description State of the location's address */
            state: string | null;
            /** @description When it was submitted, in the account's time zone */
            survey_date: string;
            /** @description Full name of the patient */
            user: string | null;
            /** @description Patient id */
            user_id: string | null;
            /** @description The questions in the order of the survey */
            questions: components["schemas"]["AnsweredQuestion"][];
        } & {
            [key: string]: string;
        };
        /**
         * SurveyResponseV1
         * @description Besides the members listed, one a question, in the order of the survey: its descriptive name and the answer in words. A name that is there already is followed by ` (2)`, ` (3)`
         */
        SurveyResponseV1: {
            /** @description What tells it apart in its list; it never changes; where `keys=true` asks for it */
            _id?: string;
            /**
             * Format: date-time
             * @description When anything of it last changed; where `keys=true` asks for it
             */
            _changed_at?: string;
            /** @description Survey id; where `keys=true` asks for it */
            _survey_id?: number;
            /** @description Day of the appointment, `YYYY-MM-DD` */
            appointment_date: string | null;
            /** @description Phone number or e-mail address that the survey went to */
            contact: string | null;
            /** @description Ids of the groups that hold the location or the provider, ascending */
            groups: number[];
            /** @description Name of the location */
            location: string | null;
            /** @description Location id */
            location_id: number | null;
            /** @description National Provider Identifier of the provider */
            npi: string | null;
            /** @description Overall rating: the answer to the question marked overall, else the mean of the stars */
            overall: number | null;
            /** @description First name of the patient */
            patient_first: string | null;
            /** @description Patient id */
            patient_id: string | null;
            /** @description Last name of the patient */
            patient_last: string | null;
            /** @description Full name of the patient */
            patient_name: string | null;
            /** @description Name of the provider */
            provider: string | null;
            /** @description State of the location's address */
            state: string | null;
            /** @description When it was submitted, in the account's time zone */
            survey_date: string;
            /** @description Full name of the patient */
            user: string | null;
            /** @description Patient id */
            user_id: string | null;
        } & {
            [key: string]: string;
        };
        /** TokenIssuer */
        TokenIssuer: {
            /** @description The service's address */
            issuer: string;
            /** @description Where assertions are exchanged */
            token_endpoint: string;
            /** @description The grants that are taken */
            grant_types_supported: "client_credentials"[];
            /** @description How clients say who they are */
            token_endpoint_auth_methods_supported: "private_key_jwt"[];
            /** @description How they sign */
            token_endpoint_auth_signing_alg_values_supported: "RS384"[];
            /** @description What access tokens open */
            scopes_supported: "data-sync.read"[];
            /** @description None: nobody logs in here */
            response_types_supported: string[];
        };
        /** TokenRequest */
        TokenRequest: {
            /** @description Always `client_credentials` */
            grant_type: string;
            /** @description Always `urn:ietf:params:oauth:client-assertion-type:jwt-bearer` */
            client_assertion_type: string;
            /** @description A JWT signed by RS384 with a key whose `kid` is in the set at the client's `jwk_url`; `iss` and `sub` the client's id, `aud` this endpoint's URL, `iat`, `exp` at most 300 seconds after it, and a `jti` that was not used before */
            client_assertion: string;
        };
        /** UploadedSubmission */
        UploadedSubmission: {
            /** @description The submission's id here */
            id: number;
            /** @description The conversion that it is; none of a test */
            conversion_id: string | null;
            /**
             * @description `duplicate` when one with the same phone, `scct_parameter`, type and second is there already, whose ids these are then
             * @enum {string}
             */
            status: "accepted" | "duplicate";
        };
        /** UploadedSubmissions */
        UploadedSubmissions: {
            /** @description How many of them are new */
            accepted: number;
            /** @description How many were there already */
            duplicates: number;
            /** @description What became of each, in their order */
            items: components["schemas"]["UploadedSubmission"][];
        };
        /** User */
        User: {
            /** @description False until an invited user has set a password */
            active: boolean;
            /** @description E-mail address */
            email: string;
            /** @description User id; that of a deleted user is never given again */
            id: number;
            /** @description Name, on one line without control or invisible characters */
            name: string;
            /** @description Id in the partner's own system; absent when there is none */
            oid?: string;
            /** @description Phone; absent when there is none */
            phone?: string;
            /** @description Biography; absent when there is none */
            bio?: string;
            /**
             * @description What the user may do in the application; in the list only where `show_roles` asks for it
             * @enum {string}
             */
            role?: "Administrator" | "Office Staff" | "Location Admin" | "Group Admin";
        };
        /** UserChange */
        UserChange: {
            /** @description Name, on one line without control or invisible characters */
            name?: string;
            /**
             * @description What the user may do in the application
             * @enum {string}
             */
            role?: "Administrator" | "Office Staff" | "Location Admin" | "Group Admin";
            /** @description Id in the partner's own system; an empty text or `null` takes it away */
            oid?: string;
        };
    };
    responses: {
        /** @description The credential is missing, not usable, or not one for this path */
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
        /** @description The credential is missing, not usable, or not one for this path */
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
        /** @description The body is too large */
        BodyTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body arrives too slowly. */
        BodyTooSlow: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description It was given out too long ago */
        CursorExpired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Something that the service depends on cannot be used now */
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
        /** @description There is no such thing */
        FileNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not of a kind that is read here */
        FormRequired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The key was another request's */
        IdempotencyKeyReused: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is no such thing */
        ImportNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Something went wrong that nobody foresaw */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description It clashes with what is stored, or with the same request that is still being served */
        LastAdministrator: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request is wrong */
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
        /** @description The path does not take the method */
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
        /** @description The list is not to be had in any form that is wanted */
        NotAcceptable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Something that the service depends on cannot be used now */
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
        /** @description There is no such thing */
        SignedAssertionsOff: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description It clashes with what is stored, or with the same request that is still being served */
        StillRunning: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The credential has used up its requests of this minute */
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
        /** @description There is no such thing */
        UserNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is no such thing */
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
        /** @description The methods that the path takes */
        Allow: string;
        /** @description Names the content; sent back as `If-None-Match`, it gets 304 while nothing has changed */
        ETag: string;
        /** @description Where the next page is; absent when there is none */
        Link: string;
        /** @description Where that is found which was made */
        Location: string;
        /** @description What of `Prefer` (RFC 7240) was heeded: `handling=strict`, and of changes `wait=30` */
        "Preference-Applied": string;
        /** @description How many requests are left, and in how many seconds all of them are again; absent where there is no limit */
        RateLimit: string;
        /** @description How many requests there are in how many seconds; absent where there is no limit */
        "RateLimit-Policy": string;
        /** @description After how many seconds to try again */
        "Retry-After": string;
        /** @description How to say who asks */
        "WWW-Authenticate": string;
        /** @description What to send as the next `cursor`: everything up to here is in the response, or was in one before it */
        "X-Cursor": string;
        /** @description Since when rows were added or changed that are in the list; absent when that was not asked for */
        "X-Modified-Since": string;
        /** @description Names the request in logs and errors: as it was sent, if it was a UUID or the id of a trace (32 hexadecimal digits), else made up */
        "X-Request-Id": string;
        /** @description The account's last change that the list knows of, on every page that of the first one: what to send as the next `modified_since` */
        "X-Watermark": string;
        /** @description Up to when rows are in the list, the 24-hour default included; absent when there is no such limit */
        "X-Window-End": string;
        /** @description From when on rows are in the list; absent when there is no such limit */
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
            /** @description As asked for */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always this
                         * @enum {string}
                         */
                        status: "alive";
                    };
                };
            };
            400: components["responses"]["MalformedQuery"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The headers of the request are too many or too large */
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
            /** @description As asked for */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always this
                         * @enum {string}
                         */
                        status: "ready";
                    };
                };
            };
            400: components["responses"]["MalformedQuery"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The headers of the request are too many or too large */
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
            /** @description As asked for */
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
            /** @description The request is wrong */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description Whatever is wrong with the assertion or its client: the bytes are the same */
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
            /** @description No assertions are exchanged here */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description The path does not take the method */
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
            /** @description The body is too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description The address has used up its requests of this minute */
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
            /** @description The headers of the request are too many or too large */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something went wrong that nobody foresaw */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description The database cannot be used now */
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
            /** @description As asked for */
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
            /** @description Nothing has changed since the response with the `ETag` that was sent */
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
            /** @description The headers of the request are too many or too large */
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
            /** @description As asked for */
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
            /** @description Nothing has changed since the response with the `ETag` that was sent */
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
            /** @description The headers of the request are too many or too large */
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
                /** @description From here on; without `end`, the 24 hours after it */
                date?: string;
                /** @description Up to and including this */
                end?: string;
                /** @description Ratings from 1 to 5, separated by commas, compared with ratings rounded half up; rows without one match none */
                rating?: string;
                /** @description Rows that were added or changed then or later, however old they are */
                modified_since?: string;
                /** @description `asc` reverses the order; with `modified_since`, it is by the time of the change, then by id, ascending */
                order?: "asc" | "desc";
                /** @description At most so many rows, from 1 to 10000; the header `Link` leads to the next ones */
                limit?: number;
                /** @description Where a page begins: from the `Link` of the page before, whose other parameters have to stay the same */
                cursor?: string;
                /** @description With `true`, each item begins with `_id`, `_changed_at` and what it is joined on */
                keys?: "true" | "false";
            };
            header?: {
                /** @description `handling=strict` refuses unknown and empty parameters, which are passed over otherwise */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for; by `Accept` as `application/x-ndjson` or `text/csv` too */
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
                        /** @description The list, or the page of it that was asked for */
                        items: components["schemas"]["Review"][];
                    };
                };
            };
            /** @description The request is wrong */
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
            /** @description The headers of the request are too many or too large */
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
            /** @description Something that the service depends on cannot be used now */
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
                /** @description From here on; without `end`, the 24 hours after it */
                date?: string;
                /** @description Up to and including this */
                end?: string;
                /** @description Ratings from 1 to 5, separated by commas, compared with ratings rounded half up; rows without one match none */
                rating?: string;
                /** @description Rows that were added or changed then or later, however old they are */
                modified_since?: string;
                /** @description `asc` reverses the order; with `modified_since`, it is by the time of the change, then by id, ascending */
                order?: "asc" | "desc";
                /** @description At most so many rows, from 1 to 10000; the header `Link` leads to the next ones */
                limit?: number;
                /** @description Where a page begins: from the `Link` of the page before, whose other parameters have to stay the same */
                cursor?: string;
                /** @description With `true`, each item begins with `_id`, `_changed_at` and what it is joined on */
                keys?: "true" | "false";
            };
            header?: {
                /** @description `handling=strict` refuses unknown and empty parameters, which are passed over otherwise */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for; by `Accept` as `application/x-ndjson` or `text/csv` too */
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
                        /** @description The list, or the page of it that was asked for */
                        items: components["schemas"]["Review"][];
                    };
                };
            };
            /** @description The request is wrong */
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
            /** @description The headers of the request are too many or too large */
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
            /** @description Something that the service depends on cannot be used now */
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
                /** @description The 24 hours after it */
                date?: string;
                /** @description Rows that were added or changed then or later, however old they are */
                modified_since?: string;
                /** @description `asc` reverses the order; with `modified_since`, it is by the time of the change, then by id, ascending */
                order?: "asc" | "desc";
                /** @description At most so many rows, from 1 to 10000; the header `Link` leads to the next ones */
                limit?: number;
                /** @description Where a page begins: from the `Link` of the page before, whose other parameters have to stay the same */
                cursor?: string;
                /** @description With `true`, each item begins with `_id`, `_changed_at` and what it is joined on */
                keys?: "true" | "false";
            };
            header?: {
                /** @description `handling=strict` refuses unknown and empty parameters, which are passed over otherwise */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for; by `Accept` as `application/x-ndjson` or `text/csv` too */
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
                        /** @description The list, or the page of it that was asked for */
                        items: components["schemas"]["Invite"][];
                    };
                };
            };
            /** @description The request is wrong */
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
            /** @description The headers of the request are too many or too large */
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
            /** @description Something that the service depends on cannot be used now */
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
                /** @description With `true`, each item begins with `_id`, `_changed_at` and what it is joined on */
                keys?: "true" | "false";
            };
            header?: {
                /** @description `handling=strict` refuses unknown and empty parameters, which are passed over otherwise */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for; by `Accept` as `application/x-ndjson` or `text/csv` too */
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
                        /** @description The list, or the page of it that was asked for */
                        items: components["schemas"]["Survey"][];
                    };
                };
            };
            /** @description Nothing has changed since the response with the `ETag` that was sent */
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
            /** @description The request is wrong */
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
            /** @description The headers of the request are too many or too large */
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
                /** @description Survey id: one of the survey list */
                survey_id: number;
                /** @description From here on, without an end of its own */
                start_date?: string;
                /** @description Up to and including this */
                end_date?: string;
                /** @description Rows that were added or changed then or later, however old they are */
                modified_since?: string;
                /** @description `asc` reverses the order; with `modified_since`, it is by the time of the change, then by id, ascending */
                order?: "asc" | "desc";
                /** @description At most so many rows, from 1 to 10000; the header `Link` leads to the next ones */
                limit?: number;
                /** @description Where a page begins: from the `Link` of the page before, whose other parameters have to stay the same */
                cursor?: string;
                /** @description With `true`, each item begins with `_id`, `_changed_at` and what it is joined on */
                keys?: "true" | "false";
            };
            header?: {
                /** @description `handling=strict` refuses unknown and empty parameters, which are passed over otherwise */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for; by `Accept` as `application/x-ndjson` or `text/csv` too */
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
                        /** @description The list, or the page of it that was asked for */
                        items: components["schemas"]["SurveyResponseV1"][];
                    };
                };
            };
            /** @description The request is wrong */
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
            /** @description The headers of the request are too many or too large */
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
            /** @description Something that the service depends on cannot be used now */
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
                /** @description From here on; without `end_date`, the 24 hours after it. Not together with `modified_since` */
                start_date?: string;
                /** @description Up to and including this */
                end_date?: string;
                /** @description Calls whose row was added or changed then or later, in whatever it shows. A date or a timestamp. Not together with `start_date` */
                modified_since?: string;
                /** @description `asc` reverses the order; with `modified_since`, it is by the time of the change, then by id, ascending */
                order?: "asc" | "desc";
                /** @description At most so many rows, from 1 to 10000; the header `Link` leads to the next ones */
                limit?: number;
                /** @description Where a page begins: from the `Link` of the page before, whose other parameters have to stay the same */
                cursor?: string;
                /** @description With `true`, each item begins with `_id`, `_changed_at` and what it is joined on */
                keys?: "true" | "false";
            };
            header?: {
                /** @description `handling=strict` refuses unknown and empty parameters, which are passed over otherwise */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for; by `Accept` as `application/x-ndjson` or `text/csv` too */
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
                        /** @description The list, or the page of it that was asked for */
                        items: components["schemas"]["Call"][];
                    };
                };
            };
            /** @description The request is wrong */
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
            /** @description The headers of the request are too many or too large */
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
            /** @description Something that the service depends on cannot be used now */
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
                /** @description From here on; without `end_date`, the 24 hours after it. Not together with `modified_since` */
                start_date?: string;
                /** @description Up to and including this */
                end_date?: string;
                /** @description Conversions that were recorded or linked then or later, by `modified_at`: not those of which only a name, a campaign or a correction changed. A date or a timestamp. Not together with `start_date` */
                modified_since?: string;
                /** @description `asc` reverses the order; with `modified_since`, it is by the time of the change, then by id, ascending */
                order?: "asc" | "desc";
                /** @description At most so many rows, from 1 to 10000; the header `Link` leads to the next ones */
                limit?: number;
                /** @description Where a page begins: from the `Link` of the page before, whose other parameters have to stay the same */
                cursor?: string;
                /** @description With `true`, each item begins with `_id`, `_changed_at` and what it is joined on */
                keys?: "true" | "false";
            };
            header?: {
                /** @description `handling=strict` refuses unknown and empty parameters, which are passed over otherwise */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for; by `Accept` as `application/x-ndjson` or `text/csv` too */
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
                        /** @description The list, or the page of it that was asked for */
                        items: components["schemas"]["Conversion"][];
                    };
                };
            };
            /** @description The request is wrong */
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
            /** @description The headers of the request are too many or too large */
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
            /** @description Something that the service depends on cannot be used now */
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
                /** @description From here on */
                start_date: string;
                /** @description Up to and including this */
                end_date: string;
            };
            header?: {
                /** @description `handling=strict` refuses unknown and empty parameters, which are passed over otherwise */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for; by `Accept` as `application/x-ndjson` or `text/csv` too */
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
                        /** @description The list, or the page of it that was asked for */
                        items: components["schemas"]["CampaignSummary"][];
                    };
                };
            };
            /** @description The request is wrong */
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
            /** @description The headers of the request are too many or too large */
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
                /** @description Runs whose earliest appointment is on that day or later */
                start_date?: string;
                /** @description Runs whose earliest appointment is on that day or before */
                end_date?: string;
                /** @description Whether test runs are in the list; then every run says whether it is one */
                show_test_runs?: "true" | "false";
                /** @description With `true`, each item begins with `_id`, `_changed_at` and what it is joined on */
                keys?: "true" | "false";
            };
            header?: {
                /** @description `handling=strict` refuses unknown and empty parameters, which are passed over otherwise */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for; by `Accept` as `application/x-ndjson` or `text/csv` too */
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
                        /** @description The list, or the page of it that was asked for */
                        items: components["schemas"]["ImportRunV1"][];
                    };
                };
            };
            /** @description The request is wrong */
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
            /** @description The headers of the request are too many or too large */
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
            /** @description Something that the service depends on cannot be used now */
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
                /** @description With `true`, each item begins with `_id`, `_changed_at` and what it is joined on */
                keys?: "true" | "false";
            };
            header?: {
                /** @description `handling=strict` refuses unknown and empty parameters, which are passed over otherwise */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for; by `Accept` as `application/x-ndjson` or `text/csv` too */
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
            /** @description The request is wrong */
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
            /** @description The headers of the request are too many or too large */
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
                /** @description With `true`, each item begins with `_id`, `_changed_at` and what it is joined on */
                keys?: "true" | "false";
            };
            header?: {
                /** @description `handling=strict` refuses unknown and empty parameters, which are passed over otherwise */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for; by `Accept` as `application/x-ndjson` or `text/csv` too */
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
                        /** @description The list, or the page of it that was asked for */
                        items: components["schemas"]["Location"][];
                    };
                };
            };
            /** @description Nothing has changed since the response with the `ETag` that was sent */
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
            /** @description The request is wrong */
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
            /** @description The headers of the request are too many or too large */
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
                /** @description With `true`, each item begins with `_id`, `_changed_at` and what it is joined on */
                keys?: "true" | "false";
            };
            header?: {
                /** @description `handling=strict` refuses unknown and empty parameters, which are passed over otherwise */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for; by `Accept` as `application/x-ndjson` or `text/csv` too */
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
                        /** @description The list, or the page of it that was asked for */
                        items: components["schemas"]["Platform"][];
                    };
                };
            };
            /** @description Nothing has changed since the response with the `ETag` that was sent */
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
            /** @description The request is wrong */
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
            /** @description The headers of the request are too many or too large */
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
                /** @description With `true`, each item begins with `_id`, `_changed_at` and what it is joined on */
                keys?: "true" | "false";
            };
            header?: {
                /** @description `handling=strict` refuses unknown and empty parameters, which are passed over otherwise */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for; by `Accept` as `application/x-ndjson` or `text/csv` too */
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
                        /** @description The list, or the page of it that was asked for */
                        items: components["schemas"]["Message"][];
                    };
                };
            };
            /** @description Nothing has changed since the response with the `ETag` that was sent */
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
            /** @description The request is wrong */
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
            /** @description The headers of the request are too many or too large */
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
                /** @description With `true`, each item begins with `_id`, `_changed_at` and what it is joined on */
                keys?: "true" | "false";
            };
            header?: {
                /** @description `handling=strict` refuses unknown and empty parameters, which are passed over otherwise */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for; by `Accept` as `application/x-ndjson` or `text/csv` too */
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
                        /** @description The list, or the page of it that was asked for */
                        items: components["schemas"]["Group"][];
                    };
                };
            };
            /** @description Nothing has changed since the response with the `ETag` that was sent */
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
            /** @description The request is wrong */
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
            /** @description The headers of the request are too many or too large */
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
                /** @description A name of the client's own for this request, kept for 24 hours: when no response came, the same request with the same key can be sent again, and gets the response that the first one got or would have got */
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
            /** @description It had been done before */
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
            /** @description As asked for */
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
            /** @description The request is wrong */
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
            /** @description The body is not of a kind that is read here */
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
            /** @description The headers of the request are too many or too large */
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
            /** @description Something that the service depends on cannot be used now */
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
                /** @description A name of the client's own for this request, kept for 24 hours: when no response came, the same request with the same key can be sent again, and gets the response that the first one got or would have got */
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
            /** @description As asked for */
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
            /** @description The request is wrong */
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
            /** @description The body is too large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not of a kind that is read here */
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
            /** @description The headers of the request are too many or too large */
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
            /** @description Something that the service depends on cannot be used now */
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
                /** @description Whether every user of the list says what role it has */
                show_roles?: "true" | "false";
            };
            header?: {
                /** @description `handling=strict` refuses unknown and empty parameters, which are passed over otherwise */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for; by `Accept` as `application/x-ndjson` or `text/csv` too */
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
                        /** @description The list, or the page of it that was asked for */
                        items: components["schemas"]["User"][];
                    };
                };
            };
            /** @description The request is wrong */
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
            /** @description The headers of the request are too many or too large */
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
                /** @description A name of the client's own for this request, kept for 24 hours: when no response came, the same request with the same key can be sent again, and gets the response that the first one got or would have got */
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
            /** @description As asked for */
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
            /** @description The request is wrong */
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
            /** @description It clashes with what is stored, or with the same request that is still being served */
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
            /** @description The body is not of a kind that is read here */
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
            /** @description The headers of the request are too many or too large */
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
            /** @description Something that the service depends on cannot be used now */
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
                /** @description `handling=strict` refuses unknown and empty parameters, which are passed over otherwise */
                Prefer?: string;
            };
            path: {
                /** @description User id: one of the list of users */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for */
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
            /** @description The request is wrong */
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
            /** @description The headers of the request are too many or too large */
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
                /** @description User id: one of the list of users */
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
            /** @description As asked for */
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
            /** @description The request is wrong */
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
            /** @description The body is not of a kind that is read here */
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
            /** @description The headers of the request are too many or too large */
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
            /** @description Something that the service depends on cannot be used now */
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
                /** @description User id: one of the list of users */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is wrong */
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
            /** @description The headers of the request are too many or too large */
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
                /** @description `handling=strict` refuses unknown and empty parameters, which are passed over otherwise */
                Prefer?: string;
            };
            path: {
                /** @description User id: one of the list of users */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for */
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
            /** @description Nothing has changed since the response with the `ETag` that was sent */
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
            /** @description The request is wrong */
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
            /** @description There is no such thing */
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
            /** @description The headers of the request are too many or too large */
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
                /** @description User id: one of the list of users */
                id: string;
            };
            cookie?: never;
        };
        /** @description One part with a PNG, JPEG or WebP image of at most 5 MB and 25 megapixels; its name does not matter */
        requestBody: {
            content: {
                "multipart/form-data": {
                    image: string;
                };
            };
        };
        responses: {
            /** @description As asked for */
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
            /** @description The request is wrong */
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
            /** @description The body is too large */
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
            /** @description The headers of the request are too many or too large */
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
            /** @description Something that the service depends on cannot be used now */
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
                /** @description From here on; without `end`, the 24 hours after it */
                date?: string;
                /** @description Up to and including this */
                end?: string;
                /** @description Ratings from 1 to 5, separated by commas, compared with ratings rounded half up; rows without one match none */
                rating?: string;
                /** @description Ids of locations, separated by commas: rows of any one of them */
                location_id?: string;
                /** @description Ids of providers, separated by commas: rows of any one of them */
                provider_id?: string;
                /** @description Ids of groups, separated by commas: rows whose location or provider belongs to any one of them */
                group_id?: string;
                /** @description A JSON object with keys `custom_fields.<field_name>`; its values are `["eq", value]` or `["in_", [values]]`, compared as text. All keys have to match */
                custom_filters?: string;
                /** @description Rows that were added or changed then or later, however old they are */
                modified_since?: string;
                /** @description `asc` reverses the order; with `modified_since`, it is by the time of the change, then by id, ascending */
                order?: "asc" | "desc";
                /** @description At most so many rows, from 1 to 10000; the header `Link` leads to the next ones */
                limit?: number;
                /** @description Where a page begins: from the `Link` of the page before, whose other parameters have to stay the same */
                cursor?: string;
                /** @description With `true`, each item begins with `_id`, `_changed_at` and what it is joined on */
                keys?: "true" | "false";
            };
            header?: {
                /** @description `handling=strict` refuses unknown and empty parameters, which are passed over otherwise */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for; by `Accept` as `application/x-ndjson` or `text/csv` too */
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
                        /** @description The list, or the page of it that was asked for */
                        items: components["schemas"]["Review"][];
                    };
                };
            };
            /** @description The request is wrong */
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
            /** @description The headers of the request are too many or too large */
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
            /** @description Something that the service depends on cannot be used now */
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
                /** @description From here on; without `end`, the 24 hours after it */
                date?: string;
                /** @description Up to and including this */
                end?: string;
                /** @description Ratings from 1 to 5, separated by commas, compared with ratings rounded half up; rows without one match none */
                rating?: string;
                /** @description Ids of locations, separated by commas: rows of any one of them */
                location_id?: string;
                /** @description Ids of providers, separated by commas: rows of any one of them */
                provider_id?: string;
                /** @description Ids of groups, separated by commas: rows whose location or provider belongs to any one of them */
                group_id?: string;
                /** @description A JSON object with keys `custom_fields.<field_name>`; its values are `["eq", value]` or `["in_", [values]]`, compared as text. All keys have to match */
                custom_filters?: string;
                /** @description Rows that were added or changed then or later, however old they are */
                modified_since?: string;
                /** @description `asc` reverses the order; with `modified_since`, it is by the time of the change, then by id, ascending */
                order?: "asc" | "desc";
                /** @description At most so many rows, from 1 to 10000; the header `Link` leads to the next ones */
                limit?: number;
                /** @description Where a page begins: from the `Link` of the page before, whose other parameters have to stay the same */
                cursor?: string;
                /** @description With `true`, each item begins with `_id`, `_changed_at` and what it is joined on */
                keys?: "true" | "false";
            };
            header?: {
                /** @description `handling=strict` refuses unknown and empty parameters, which are passed over otherwise */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for; by `Accept` as `application/x-ndjson` or `text/csv` too */
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
                        /** @description The list, or the page of it that was asked for */
                        items: components["schemas"]["Review"][];
                    };
                };
            };
            /** @description The request is wrong */
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
            /** @description The headers of the request are too many or too large */
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
            /** @description Something that the service depends on cannot be used now */
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
                /** @description From here on; without `end`, the 24 hours after it */
                date?: string;
                /** @description Up to the end of this day on the account's clocks; of a timestamp, the day on which it falls */
                end?: string;
                /** @description Ids of locations, separated by commas: rows of any one of them */
                location_id?: string;
                /** @description Ids of providers, separated by commas: rows of any one of them */
                provider_id?: string;
                /** @description Ids of groups, separated by commas: rows whose location or provider belongs to any one of them */
                group_id?: string;
                /** @description A JSON object with keys `custom_fields.<field_name>`; its values are `["eq", value]` or `["in_", [values]]`, compared as text. All keys have to match */
                custom_filters?: string;
                /** @description Rows that were added or changed then or later, however old they are */
                modified_since?: string;
                /** @description `asc` reverses the order; with `modified_since`, it is by the time of the change, then by id, ascending */
                order?: "asc" | "desc";
                /** @description At most so many rows, from 1 to 10000; the header `Link` leads to the next ones */
                limit?: number;
                /** @description Where a page begins: from the `Link` of the page before, whose other parameters have to stay the same */
                cursor?: string;
                /** @description With `true`, each item begins with `_id`, `_changed_at` and what it is joined on */
                keys?: "true" | "false";
            };
            header?: {
                /** @description `handling=strict` refuses unknown and empty parameters, which are passed over otherwise */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for; by `Accept` as `application/x-ndjson` or `text/csv` too */
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
                        /** @description The list, or the page of it that was asked for */
                        items: components["schemas"]["Invite"][];
                    };
                };
            };
            /** @description The request is wrong */
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
            /** @description The headers of the request are too many or too large */
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
            /** @description Something that the service depends on cannot be used now */
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
                /** @description With `true`, each item begins with `_id`, `_changed_at` and what it is joined on */
                keys?: "true" | "false";
            };
            header?: {
                /** @description `handling=strict` refuses unknown and empty parameters, which are passed over otherwise */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for; by `Accept` as `application/x-ndjson` or `text/csv` too */
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
                        /** @description The list, or the page of it that was asked for */
                        items: components["schemas"]["Survey"][];
                    };
                };
            };
            /** @description Nothing has changed since the response with the `ETag` that was sent */
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
            /** @description The request is wrong */
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
            /** @description The headers of the request are too many or too large */
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
                /** @description Survey id: one of the survey list */
                survey_id: number;
                /** @description From here on, without an end of its own */
                start_date?: string;
                /** @description Up to and including this */
                end_date?: string;
                /** @description Ids of locations, separated by commas: rows of any one of them */
                location_id?: string;
                /** @description Ids of providers, separated by commas: rows of any one of them */
                provider_id?: string;
                /** @description Ids of groups, separated by commas: rows whose location or provider belongs to any one of them */
                group_id?: string;
                /** @description A JSON object with keys `custom_fields.<field_name>`; its values are `["eq", value]` or `["in_", [values]]`, compared as text. All keys have to match */
                custom_filters?: string;
                /** @description Rows that were added or changed then or later, however old they are */
                modified_since?: string;
                /** @description `asc` reverses the order; with `modified_since`, it is by the time of the change, then by id, ascending */
                order?: "asc" | "desc";
                /** @description At most so many rows, from 1 to 10000; the header `Link` leads to the next ones */
                limit?: number;
                /** @description Where a page begins: from the `Link` of the page before, whose other parameters have to stay the same */
                cursor?: string;
                /** @description With `true`, each item begins with `_id`, `_changed_at` and what it is joined on */
                keys?: "true" | "false";
            };
            header?: {
                /** @description `handling=strict` refuses unknown and empty parameters, which are passed over otherwise */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for; by `Accept` as `application/x-ndjson` or `text/csv` too */
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
                        /** @description The list, or the page of it that was asked for */
                        items: components["schemas"]["SurveyResponse"][];
                    };
                };
            };
            /** @description The request is wrong */
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
            /** @description The headers of the request are too many or too large */
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
            /** @description Something that the service depends on cannot be used now */
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
                /** @description From here on; without `end_date`, the 24 hours after it. Not together with `modified_since` */
                start_date?: string;
                /** @description Up to and including this */
                end_date?: string;
                /** @description Calls whose row was added or changed then or later, in whatever it shows. A date or a timestamp. Not together with `start_date` */
                modified_since?: string;
                /** @description `asc` reverses the order; with `modified_since`, it is by the time of the change, then by id, ascending */
                order?: "asc" | "desc";
                /** @description At most so many rows, from 1 to 10000; the header `Link` leads to the next ones */
                limit?: number;
                /** @description Where a page begins: from the `Link` of the page before, whose other parameters have to stay the same */
                cursor?: string;
                /** @description With `true`, each item begins with `_id`, `_changed_at` and what it is joined on */
                keys?: "true" | "false";
            };
            header?: {
                /** @description `handling=strict` refuses unknown and empty parameters, which are passed over otherwise */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for; by `Accept` as `application/x-ndjson` or `text/csv` too */
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
                        /** @description The list, or the page of it that was asked for */
                        items: components["schemas"]["Call"][];
                    };
                };
            };
            /** @description The request is wrong */
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
            /** @description The headers of the request are too many or too large */
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
            /** @description Something that the service depends on cannot be used now */
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
                /** @description From here on; without `end_date`, the 24 hours after it. Not together with `modified_since` */
                start_date?: string;
                /** @description Up to and including this */
                end_date?: string;
                /** @description Conversions that were recorded or linked then or later, by `modified_at`: not those of which only a name, a campaign or a correction changed. A date or a timestamp. Not together with `start_date` */
                modified_since?: string;
                /** @description `asc` reverses the order; with `modified_since`, it is by the time of the change, then by id, ascending */
                order?: "asc" | "desc";
                /** @description At most so many rows, from 1 to 10000; the header `Link` leads to the next ones */
                limit?: number;
                /** @description Where a page begins: from the `Link` of the page before, whose other parameters have to stay the same */
                cursor?: string;
                /** @description With `true`, each item begins with `_id`, `_changed_at` and what it is joined on */
                keys?: "true" | "false";
            };
            header?: {
                /** @description `handling=strict` refuses unknown and empty parameters, which are passed over otherwise */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for; by `Accept` as `application/x-ndjson` or `text/csv` too */
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
                        /** @description The list, or the page of it that was asked for */
                        items: components["schemas"]["Conversion"][];
                    };
                };
            };
            /** @description The request is wrong */
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
            /** @description The headers of the request are too many or too large */
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
            /** @description Something that the service depends on cannot be used now */
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
                /** @description From here on */
                start_date: string;
                /** @description Up to and including this */
                end_date: string;
            };
            header?: {
                /** @description `handling=strict` refuses unknown and empty parameters, which are passed over otherwise */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for; by `Accept` as `application/x-ndjson` or `text/csv` too */
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
                        /** @description The list, or the page of it that was asked for */
                        items: components["schemas"]["CampaignSummary"][];
                    };
                };
            };
            /** @description The request is wrong */
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
            /** @description The headers of the request are too many or too large */
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
                /** @description Runs whose earliest appointment is on that day or later */
                start_date?: string;
                /** @description Runs whose earliest appointment is on that day or before */
                end_date?: string;
                /** @description Whether test runs are in the list; then every run says whether it is one */
                show_test_runs?: "true" | "false";
                /** @description With `true`, each item begins with `_id`, `_changed_at` and what it is joined on */
                keys?: "true" | "false";
            };
            header?: {
                /** @description `handling=strict` refuses unknown and empty parameters, which are passed over otherwise */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for; by `Accept` as `application/x-ndjson` or `text/csv` too */
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
                        /** @description The list, or the page of it that was asked for */
                        items: components["schemas"]["ImportRun"][];
                    };
                };
            };
            /** @description The request is wrong */
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
            /** @description The headers of the request are too many or too large */
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
            /** @description Something that the service depends on cannot be used now */
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
                /** @description Types of error, separated by commas: some of provider_mismatch, location_mismatch, silenced, duplicate_appointment, appointment_day_rule, appointment_date, stops, invite_day_rule, duplicate_invite, missing_contact, reviewer_name, monitoring_only, missing_date_of_birth, missing_state */
                error_types?: string;
                /** @description With `true`, each item begins with `_id`, `_changed_at` and what it is joined on */
                keys?: "true" | "false";
            };
            header?: {
                /** @description `handling=strict` refuses unknown and empty parameters, which are passed over otherwise */
                Prefer?: string;
            };
            path: {
                /** @description Run id: one of the list of imports */
                import_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for; by `Accept` as `application/x-ndjson` or `text/csv` too */
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
                        /** @description Run id */
                        import_id: number;
                        /** @description When the file came in, `YYYY-MM-DD HH:mm:ss` in UTC */
                        upload_date: string;
                        /** @description Rows with an error or a warning, by id */
                        records: components["schemas"]["ImportRecord"][];
                    };
                };
            };
            /** @description The request is wrong */
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
            /** @description The headers of the request are too many or too large */
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
            /** @description Something that the service depends on cannot be used now */
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
                /** @description Types of error, separated by commas: some of provider_mismatch, location_mismatch, silenced, duplicate_appointment, appointment_day_rule, appointment_date, stops, invite_day_rule, duplicate_invite, missing_contact, reviewer_name, monitoring_only, missing_date_of_birth, missing_state */
                error_types?: string;
                /** @description With `true`, each item begins with `_id`, `_changed_at` and what it is joined on */
                keys?: "true" | "false";
            };
            header?: {
                /** @description `handling=strict` refuses unknown and empty parameters, which are passed over otherwise */
                Prefer?: string;
            };
            path: {
                /** @description Run id: one of the list of imports */
                import_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for; by `Accept` as `application/x-ndjson` or `text/csv` too */
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
                        /** @description Run id */
                        import_id: number;
                        /** @description When the file came in, `YYYY-MM-DD HH:mm:ss` in UTC */
                        upload_date: string;
                        /** @description Rows with an error or a warning, by id */
                        records: components["schemas"]["ImportRecord"][];
                    };
                };
            };
            /** @description The request is wrong */
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
            /** @description The headers of the request are too many or too large */
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
            /** @description Something that the service depends on cannot be used now */
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
                /** @description Files that were uploaded then or later */
                start_date: string;
                /** @description Files that were uploaded then or before */
                end_date: string;
                /** @description Files for this survey */
                cahps_type?: "OASCAHPS" | "HCAHPS";
                /** @description With `true`, each item begins with `_id`, `_changed_at` and what it is joined on */
                keys?: "true" | "false";
            };
            header?: {
                /** @description `handling=strict` refuses unknown and empty parameters, which are passed over otherwise */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for; by `Accept` as `application/x-ndjson` or `text/csv` too */
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
                        /** @description The list, or the page of it that was asked for */
                        items: components["schemas"]["CahpsParsedFile"][];
                    };
                };
            };
            /** @description The request is wrong */
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
            /** @description The headers of the request are too many or too large */
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
            /** @description Something that the service depends on cannot be used now */
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
                /** @description With `true`, each item begins with `_id`, `_changed_at` and what it is joined on */
                keys?: "true" | "false";
            };
            header?: {
                /** @description `handling=strict` refuses unknown and empty parameters, which are passed over otherwise */
                Prefer?: string;
            };
            path: {
                /** @description File id: one of the list of files */
                file_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for; by `Accept` as `application/x-ndjson` or `text/csv` too */
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
                        /** @description File id */
                        file_id: number;
                        /**
                         * @description The survey that the patients are for
                         * @enum {string}
                         */
                        cahps_type: "OASCAHPS" | "HCAHPS";
                        /** @description Rows with a defect or a warning, by row */
                        records: components["schemas"]["CahpsWarning"][];
                    };
                };
            };
            /** @description The request is wrong */
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
            /** @description The headers of the request are too many or too large */
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
            /** @description Something that the service depends on cannot be used now */
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
                /** @description With `true`, each item begins with `_id`, `_changed_at` and what it is joined on */
                keys?: "true" | "false";
            };
            header?: {
                /** @description `handling=strict` refuses unknown and empty parameters, which are passed over otherwise */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for; by `Accept` as `application/x-ndjson` or `text/csv` too */
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
            /** @description The request is wrong */
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
            /** @description The headers of the request are too many or too large */
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
                /** @description With `true`, each item begins with `_id`, `_changed_at` and what it is joined on */
                keys?: "true" | "false";
            };
            header?: {
                /** @description `handling=strict` refuses unknown and empty parameters, which are passed over otherwise */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for; by `Accept` as `application/x-ndjson` or `text/csv` too */
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
                        /** @description The list, or the page of it that was asked for */
                        items: components["schemas"]["Location"][];
                    };
                };
            };
            /** @description Nothing has changed since the response with the `ETag` that was sent */
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
            /** @description The request is wrong */
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
            /** @description The headers of the request are too many or too large */
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
                /** @description With `true`, each item begins with `_id`, `_changed_at` and what it is joined on */
                keys?: "true" | "false";
            };
            header?: {
                /** @description `handling=strict` refuses unknown and empty parameters, which are passed over otherwise */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for; by `Accept` as `application/x-ndjson` or `text/csv` too */
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
                        /** @description The list, or the page of it that was asked for */
                        items: components["schemas"]["Provider"][];
                    };
                };
            };
            /** @description Nothing has changed since the response with the `ETag` that was sent */
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
            /** @description The request is wrong */
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
            /** @description The headers of the request are too many or too large */
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
                /** @description With `true`, each item begins with `_id`, `_changed_at` and what it is joined on */
                keys?: "true" | "false";
            };
            header?: {
                /** @description `handling=strict` refuses unknown and empty parameters, which are passed over otherwise */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for; by `Accept` as `application/x-ndjson` or `text/csv` too */
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
                        /** @description The list, or the page of it that was asked for */
                        items: components["schemas"]["Platform"][];
                    };
                };
            };
            /** @description Nothing has changed since the response with the `ETag` that was sent */
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
            /** @description The request is wrong */
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
            /** @description The headers of the request are too many or too large */
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
                /** @description With `true`, each item begins with `_id`, `_changed_at` and what it is joined on */
                keys?: "true" | "false";
            };
            header?: {
                /** @description `handling=strict` refuses unknown and empty parameters, which are passed over otherwise */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for; by `Accept` as `application/x-ndjson` or `text/csv` too */
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
                        /** @description The list, or the page of it that was asked for */
                        items: components["schemas"]["Message"][];
                    };
                };
            };
            /** @description Nothing has changed since the response with the `ETag` that was sent */
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
            /** @description The request is wrong */
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
            /** @description The headers of the request are too many or too large */
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
                /** @description With `true`, each item begins with `_id`, `_changed_at` and what it is joined on */
                keys?: "true" | "false";
            };
            header?: {
                /** @description `handling=strict` refuses unknown and empty parameters, which are passed over otherwise */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for; by `Accept` as `application/x-ndjson` or `text/csv` too */
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
                        /** @description The list, or the page of it that was asked for */
                        items: components["schemas"]["Group"][];
                    };
                };
            };
            /** @description Nothing has changed since the response with the `ETag` that was sent */
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
            /** @description The request is wrong */
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
            /** @description The headers of the request are too many or too large */
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
                /** @description Lists, separated by commas: some of reviews, surveys, survey-responses, invites, calls, conversions, locations, providers, platforms, messages, groups, surveys-list, insights/byMonth, integration-imports, integration-imports/appointments, integration-imports/invites, cahps-parsed-files, cahps-parsed-files/warnings, campaign-catalog, spends, appointments; all of them when absent */
                lists?: string;
                /** @description At most so many rows, from 1 to 100000; the header `Link` leads to the next ones */
                limit?: number;
                /** @description From where on: what `X-Cursor` said last, for the same `lists` */
                cursor?: string;
            };
            header?: {
                /** @description `handling=strict` refuses unknown and empty parameters, which are passed over otherwise; `wait=30` holds the response for up to so many seconds, at most 60, until something has changed */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for; by `Accept` as `application/x-ndjson` or `text/csv` too */
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
                        /** @description The list, or the page of it that was asked for */
                        items: components["schemas"]["Change"][];
                    };
                };
            };
            /** @description The request is wrong */
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
            /** @description The headers of the request are too many or too large */
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
            /** @description Something that the service depends on cannot be used now */
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
                /** @description Lists, separated by commas: some of reviews, surveys, survey-responses, invites, calls, conversions, locations, providers, platforms, messages, groups, surveys-list, insights/byMonth, integration-imports, integration-imports/appointments, integration-imports/invites, cahps-parsed-files, cahps-parsed-files/warnings, campaign-catalog, spends, appointments; all of them when absent */
                lists?: string;
            };
            header?: {
                /** @description `handling=strict` refuses unknown and empty parameters, which are passed over otherwise */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for; by `Accept` as `application/x-ndjson` or `text/csv` too */
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
                        /** @description The list, or the page of it that was asked for */
                        items: components["schemas"]["Checksum"][];
                    };
                };
            };
            /** @description The request is wrong */
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
            /** @description The headers of the request are too many or too large */
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
            /** @description Something that the service depends on cannot be used now */
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
                /** @description Ids of locations, separated by commas: rows of any one of them */
                location_id?: string;
                /** @description Ids of providers, separated by commas: rows of any one of them */
                provider_id?: string;
                /** @description Ids of groups, separated by commas: rows whose location or provider belongs to any one of them */
                group_id?: string;
                /** @description Ids of platforms or surveys, separated by commas; those that the aggregate does not cover match nothing */
                survey_id?: string;
            };
            header?: {
                /** @description `handling=strict` refuses unknown and empty parameters, which are passed over otherwise */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for */
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
            /** @description The request is wrong */
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
            /** @description The headers of the request are too many or too large */
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
                /** @description Ids of locations, separated by commas: rows of any one of them */
                location_id?: string;
                /** @description Ids of providers, separated by commas: rows of any one of them */
                provider_id?: string;
                /** @description Ids of groups, separated by commas: rows whose location or provider belongs to any one of them */
                group_id?: string;
                /** @description Ids of platforms or surveys, separated by commas; those that the aggregate does not cover match nothing */
                survey_id?: string;
            };
            header?: {
                /** @description `handling=strict` refuses unknown and empty parameters, which are passed over otherwise */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for */
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
            /** @description The request is wrong */
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
            /** @description The headers of the request are too many or too large */
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
                /** @description Ids of locations, separated by commas: rows of any one of them */
                location_id?: string;
                /** @description Ids of providers, separated by commas: rows of any one of them */
                provider_id?: string;
                /** @description Ids of groups, separated by commas: rows whose location or provider belongs to any one of them */
                group_id?: string;
                /** @description Ids of platforms or surveys, separated by commas; those that the aggregate does not cover match nothing */
                survey_id?: string;
            };
            header?: {
                /** @description `handling=strict` refuses unknown and empty parameters, which are passed over otherwise */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for */
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
            /** @description The request is wrong */
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
            /** @description The headers of the request are too many or too large */
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
                /** @description Ids of locations, separated by commas: rows of any one of them */
                location_id?: string;
                /** @description Ids of providers, separated by commas: rows of any one of them */
                provider_id?: string;
                /** @description Ids of groups, separated by commas: rows whose location or provider belongs to any one of them */
                group_id?: string;
                /** @description Ids of platforms or surveys, separated by commas; those that the aggregate does not cover match nothing */
                survey_id?: string;
                /** @description From here on; without `end`, the 24 hours after it */
                start?: string;
                /** @description Up to and including this */
                end?: string;
                /** @description At most so many reviews, from 1 to 1000; as many as the widget shows when absent */
                limit?: number;
                /** @description The fewest stars, from 0 to 5; as the widget is configured when absent */
                min_rating?: number;
            };
            header?: {
                /** @description `handling=strict` refuses unknown and empty parameters, which are passed over otherwise */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked for; by `Accept` as `application/x-ndjson` or `text/csv` too */
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
                        /** @description The list, or the page of it that was asked for */
                        items: components["schemas"]["AggregateReview"][];
                    };
                };
            };
            /** @description The request is wrong */
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
            /** @description The headers of the request are too many or too large */
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
