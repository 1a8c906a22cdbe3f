SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE FUNCTION public.forget_audit(account bigint, most bigint) RETURNS bigint
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO '$user', 'public'
    AS $_$
          WITH old AS (SELECT at, id FROM audit WHERE account_id = $1
            AND $1 = nullif(current_setting('app.account_id', true), '')::bigint
            AND at < (SELECT before FROM audit_retention WHERE account_id = $1) LIMIT $2),
          gone AS (DELETE FROM audit WHERE account_id = $1 AND (at, id) IN (SELECT at, id FROM old) RETURNING 1)
          SELECT count(*) FROM gone $_$;
CREATE FUNCTION public.forget_audit_failures(account bigint, most bigint) RETURNS bigint
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO '$user', 'public'
    AS $_$
          WITH old AS (SELECT day, actor, actor_id, action, outcome FROM audit_failures WHERE account_id = $1
            AND $1 = nullif(current_setting('app.account_id', true), '')::bigint
            AND last_at < (SELECT before FROM audit_retention WHERE account_id = $1) LIMIT $2),
          gone AS (DELETE FROM audit_failures WHERE account_id = $1 AND (day, actor, actor_id, action, outcome) IN (SELECT day, actor, actor_id, action, outcome FROM old) RETURNING 1)
          SELECT count(*) FROM gone $_$;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.account_settings (
    account_id bigint NOT NULL,
    time_zone text NOT NULL COLLATE pg_catalog."C",
    currency text NOT NULL COLLATE pg_catalog."C",
    match_window_days bigint NOT NULL,
    value_new_patient bigint NOT NULL,
    value_existing_patient bigint NOT NULL,
    monitoring_only boolean NOT NULL
);
ALTER TABLE ONLY public.account_settings FORCE ROW LEVEL SECURITY;
CREATE TABLE public.accounts (
    id bigint NOT NULL,
    key text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    disabled boolean NOT NULL
);
CREATE TABLE public.appointment_digests (
    account_id bigint NOT NULL,
    digest bigint NOT NULL,
    id bigint NOT NULL
);
ALTER TABLE ONLY public.appointment_digests FORCE ROW LEVEL SECURITY;
CREATE TABLE public.appointment_keys (
    account_id bigint NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    value text NOT NULL COLLATE pg_catalog."C",
    last_name text NOT NULL COLLATE pg_catalog."C",
    form bigint NOT NULL,
    at bigint NOT NULL,
    id bigint NOT NULL,
    first_name text NOT NULL COLLATE pg_catalog."C",
    booked_form bigint,
    booked_at bigint,
    booked_day bigint NOT NULL
);
ALTER TABLE ONLY public.appointment_keys FORCE ROW LEVEL SECURITY;
CREATE TABLE public.appointments (
    account_id bigint NOT NULL,
    id bigint NOT NULL,
    appointment_at bigint,
    appointment_date text COLLATE pg_catalog."C",
    booked_at bigint,
    booked_date text COLLATE pg_catalog."C",
    patient_id text COLLATE pg_catalog."C",
    patient_name text COLLATE pg_catalog."C",
    phones text NOT NULL COLLATE pg_catalog."C",
    email text COLLATE pg_catalog."C",
    location_id bigint,
    provider_id bigint,
    revenue bigint,
    date_of_birth text COLLATE pg_catalog."C",
    source text COLLATE pg_catalog."C",
    status text COLLATE pg_catalog."C",
    status_at bigint
);
ALTER TABLE ONLY public.appointments FORCE ROW LEVEL SECURITY;
CREATE TABLE public.assertions (
    account_id bigint NOT NULL,
    client_id text NOT NULL COLLATE pg_catalog."C",
    jti text NOT NULL COLLATE pg_catalog."C",
    until bigint NOT NULL
);
ALTER TABLE ONLY public.assertions FORCE ROW LEVEL SECURITY;
CREATE TABLE public.audit (
    account_id bigint NOT NULL,
    at bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    actor text NOT NULL COLLATE pg_catalog."C",
    actor_id text COLLATE pg_catalog."C",
    action text NOT NULL COLLATE pg_catalog."C",
    subject text COLLATE pg_catalog."C",
    filters text NOT NULL COLLATE pg_catalog."C",
    row_count bigint,
    outcome text NOT NULL COLLATE pg_catalog."C",
    origin text COLLATE pg_catalog."C"
);
ALTER TABLE ONLY public.audit FORCE ROW LEVEL SECURITY;
CREATE TABLE public.audit_failures (
    account_id bigint NOT NULL,
    day bigint NOT NULL,
    actor text NOT NULL COLLATE pg_catalog."C",
    actor_id text NOT NULL COLLATE pg_catalog."C",
    action text NOT NULL COLLATE pg_catalog."C",
    outcome text NOT NULL COLLATE pg_catalog."C",
    first_at bigint NOT NULL,
    last_at bigint NOT NULL,
    failures bigint NOT NULL
);
ALTER TABLE ONLY public.audit_failures FORCE ROW LEVEL SECURITY;
CREATE TABLE public.audit_retention (
    account_id bigint NOT NULL,
    before bigint NOT NULL
);
ALTER TABLE ONLY public.audit_retention FORCE ROW LEVEL SECURITY;
CREATE TABLE public.call_names (
    account_id bigint NOT NULL,
    tracker text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    id bigint NOT NULL
);
ALTER TABLE ONLY public.call_names FORCE ROW LEVEL SECURITY;
CREATE TABLE public.campaigns (
    account_id bigint NOT NULL,
    id bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    channel text NOT NULL COLLATE pg_catalog."C",
    source text COLLATE pg_catalog."C",
    scct_parameter text COLLATE pg_catalog."C",
    tracking_numbers text NOT NULL COLLATE pg_catalog."C"
);
ALTER TABLE ONLY public.campaigns FORCE ROW LEVEL SECURITY;
CREATE TABLE public.catalog_versions (
    account_id bigint NOT NULL,
    version text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.clients (
    client_id text NOT NULL COLLATE pg_catalog."C",
    account_id bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    jwk_url text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    disabled boolean NOT NULL,
    revoked boolean NOT NULL
);
CREATE TABLE public.conversions (
    account_id bigint NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    id bigint NOT NULL,
    type text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    from_number text NOT NULL COLLATE pg_catalog."C",
    phone text COLLATE pg_catalog."C",
    tracking_number text COLLATE pg_catalog."C",
    campaign_id bigint,
    source text COLLATE pg_catalog."C",
    new_patient boolean NOT NULL,
    created_at bigint NOT NULL,
    modified_at bigint NOT NULL,
    first_name text COLLATE pg_catalog."C",
    last_name text COLLATE pg_catalog."C",
    email text COLLATE pg_catalog."C",
    prospect_id text COLLATE pg_catalog."C",
    scheduled_date text COLLATE pg_catalog."C",
    appointment_id bigint,
    appointment_at bigint,
    appointment_date text COLLATE pg_catalog."C",
    location_id bigint,
    provider_id bigint,
    patient_id text COLLATE pg_catalog."C",
    patient_name text COLLATE pg_catalog."C",
    closes boolean NOT NULL,
    sent_campaign text COLLATE pg_catalog."C",
    sent_channel text COLLATE pg_catalog."C",
    origin text NOT NULL COLLATE pg_catalog."C"
);
ALTER TABLE ONLY public.conversions FORCE ROW LEVEL SECURITY;
CREATE TABLE public.credentials (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    hash text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    expires_at bigint,
    last_used_at bigint,
    disabled boolean NOT NULL,
    revoked boolean NOT NULL
);
CREATE TABLE public.cursor_keys (
    account_id bigint NOT NULL,
    key text NOT NULL COLLATE pg_catalog."C"
);
ALTER TABLE ONLY public.cursor_keys FORCE ROW LEVEL SECURITY;
CREATE TABLE public.due_invitations (
    account_id bigint NOT NULL,
    user_id bigint NOT NULL,
    due_at bigint NOT NULL
);
CREATE TABLE public.due_invites (
    account_id bigint NOT NULL,
    due_at bigint NOT NULL
);
CREATE TABLE public.epochs (
    account_id bigint NOT NULL,
    epoch text NOT NULL COLLATE pg_catalog."C",
    origin text NOT NULL COLLATE pg_catalog."C"
);
ALTER TABLE ONLY public.epochs FORCE ROW LEVEL SECURITY;
CREATE TABLE public.erased_people (
    account_id bigint NOT NULL,
    hash text NOT NULL COLLATE pg_catalog."C",
    person text NOT NULL COLLATE pg_catalog."C"
);
ALTER TABLE ONLY public.erased_people FORCE ROW LEVEL SECURITY;
CREATE TABLE public.feed (
    account_id bigint NOT NULL,
    list text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    kind bigint NOT NULL,
    id bigint NOT NULL,
    modified_at bigint NOT NULL,
    location_id bigint,
    provider_id bigint,
    rating bigint,
    item bytea NOT NULL,
    tail bytea,
    revision bigint DEFAULT 1 NOT NULL,
    changed_at bigint DEFAULT 0 NOT NULL,
    name text COLLATE pg_catalog."C",
    keys bytea
);
ALTER TABLE ONLY public.feed FORCE ROW LEVEL SECURITY;
CREATE TABLE public.feed_fields (
    account_id bigint NOT NULL,
    list text NOT NULL COLLATE pg_catalog."C",
    kind bigint NOT NULL,
    id bigint NOT NULL,
    key text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL
);
ALTER TABLE ONLY public.feed_fields FORCE ROW LEVEL SECURITY;
CREATE TABLE public.feed_ratings (
    account_id bigint NOT NULL,
    list text NOT NULL COLLATE pg_catalog."C",
    id bigint NOT NULL,
    kind bigint NOT NULL,
    at bigint NOT NULL,
    platform_id bigint NOT NULL,
    location_id bigint NOT NULL,
    provider_id bigint NOT NULL,
    rating double precision NOT NULL,
    is_shown boolean NOT NULL
);
ALTER TABLE ONLY public.feed_ratings FORCE ROW LEVEL SECURITY;
CREATE TABLE public.feed_segments (
    account_id bigint NOT NULL,
    list text NOT NULL COLLATE pg_catalog."C",
    with_tail bigint NOT NULL,
    first_at bigint NOT NULL,
    first_kind bigint NOT NULL,
    first_id bigint NOT NULL,
    last_at bigint NOT NULL,
    last_kind bigint NOT NULL,
    last_id bigint NOT NULL,
    until_at bigint NOT NULL,
    until_kind bigint NOT NULL,
    until_id bigint NOT NULL,
    count bigint NOT NULL,
    length bigint NOT NULL,
    crc bigint NOT NULL,
    deflated bytea NOT NULL,
    revision bigint,
    changes_length bigint,
    changes_crc bigint,
    changes bytea
);
ALTER TABLE ONLY public.feed_segments FORCE ROW LEVEL SECURITY;
CREATE TABLE public.feed_tombstones (
    account_id bigint NOT NULL,
    revision bigint NOT NULL,
    list text NOT NULL COLLATE pg_catalog."C",
    kind bigint NOT NULL,
    id bigint NOT NULL,
    public_list text NOT NULL COLLATE pg_catalog."C",
    public_id text NOT NULL COLLATE pg_catalog."C",
    changed_at bigint NOT NULL
);
ALTER TABLE ONLY public.feed_tombstones FORCE ROW LEVEL SECURITY;
CREATE TABLE public.groups (
    account_id bigint NOT NULL,
    id bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    provider_ids text NOT NULL COLLATE pg_catalog."C",
    location_ids text NOT NULL COLLATE pg_catalog."C"
);
ALTER TABLE ONLY public.groups FORCE ROW LEVEL SECURITY;
CREATE TABLE public.import_attempts (
    account_id bigint NOT NULL,
    id bigint NOT NULL,
    started_at bigint NOT NULL,
    file text COLLATE pg_catalog."C",
    connection text COLLATE pg_catalog."C",
    is_test boolean NOT NULL,
    status text NOT NULL COLLATE pg_catalog."C",
    run_id bigint,
    code text COLLATE pg_catalog."C",
    reason text COLLATE pg_catalog."C"
);
ALTER TABLE ONLY public.import_attempts FORCE ROW LEVEL SECURITY;
CREATE TABLE public.import_connections (
    account_id bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    captures_appointments boolean NOT NULL,
    sends_invites boolean NOT NULL,
    max_past_days bigint NOT NULL,
    max_future_days bigint NOT NULL,
    invite_interval_days bigint NOT NULL,
    invite_interval_scope text NOT NULL COLLATE pg_catalog."C",
    require_provider boolean NOT NULL,
    require_date_of_birth boolean NOT NULL,
    require_state boolean NOT NULL,
    require_state_for_invites boolean NOT NULL,
    minimum_invite_age bigint,
    monitoring_only boolean NOT NULL,
    silenced_location_refs text NOT NULL COLLATE pg_catalog."C",
    silenced_provider_refs text NOT NULL COLLATE pg_catalog."C",
    message_id bigint,
    date_order text DEFAULT 'month_first'::text NOT NULL COLLATE pg_catalog."C",
    send_after_hours bigint DEFAULT 2 NOT NULL
);
ALTER TABLE ONLY public.import_connections FORCE ROW LEVEL SECURITY;
CREATE TABLE public.import_errors (
    account_id bigint NOT NULL,
    run_id bigint NOT NULL,
    id bigint NOT NULL,
    side text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL COLLATE pg_catalog."C",
    file_row bigint NOT NULL,
    item text NOT NULL COLLATE pg_catalog."C"
);
ALTER TABLE ONLY public.import_errors FORCE ROW LEVEL SECURITY;
CREATE TABLE public.import_runs (
    account_id bigint NOT NULL,
    id bigint NOT NULL,
    run text NOT NULL COLLATE pg_catalog."C",
    is_complete boolean NOT NULL,
    is_test boolean NOT NULL,
    start_date text NOT NULL COLLATE pg_catalog."C",
    digest text NOT NULL COLLATE pg_catalog."C",
    staging text NOT NULL COLLATE pg_catalog."C",
    message_id bigint,
    first_ids text NOT NULL COLLATE pg_catalog."C",
    next_ids text NOT NULL COLLATE pg_catalog."C",
    withdrawals text DEFAULT '{"rows":0,"statuses":{},"outcomes":{},"invites":0,"restored":0,"named":[]}'::text NOT NULL COLLATE pg_catalog."C",
    suppressed bigint DEFAULT 0 NOT NULL
);
ALTER TABLE ONLY public.import_runs FORCE ROW LEVEL SECURITY;
CREATE TABLE public.invitation_links (
    hash text NOT NULL COLLATE pg_catalog."C",
    account_id bigint NOT NULL,
    user_id bigint NOT NULL,
    number bigint NOT NULL,
    until bigint NOT NULL,
    address text COLLATE pg_catalog."C",
    mailed_at bigint
);
CREATE TABLE public.invitations (
    account_id bigint NOT NULL,
    user_id bigint NOT NULL,
    number bigint NOT NULL,
    invited_at bigint NOT NULL,
    ends_at bigint NOT NULL,
    attempts bigint NOT NULL,
    due_at bigint,
    sent_at bigint,
    failure text COLLATE pg_catalog."C",
    closed_at bigint
);
ALTER TABLE ONLY public.invitations FORCE ROW LEVEL SECURITY;
CREATE TABLE public.invite_keys (
    account_id bigint NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    value text NOT NULL COLLATE pg_catalog."C",
    sent_at bigint NOT NULL,
    id bigint NOT NULL,
    provider_id bigint
);
ALTER TABLE ONLY public.invite_keys FORCE ROW LEVEL SECURITY;
CREATE TABLE public.invites (
    account_id bigint NOT NULL,
    id bigint NOT NULL,
    type text NOT NULL COLLATE pg_catalog."C",
    sent_to text NOT NULL COLLATE pg_catalog."C",
    phone text COLLATE pg_catalog."C",
    sent_at bigint NOT NULL,
    sent_by text NOT NULL COLLATE pg_catalog."C",
    customer_name text COLLATE pg_catalog."C",
    location_id bigint,
    provider_id bigint,
    message_id bigint,
    platform_id bigint,
    opened_at bigint,
    clicks text NOT NULL COLLATE pg_catalog."C",
    proceeded_to_review boolean NOT NULL,
    review_rating double precision,
    status text NOT NULL COLLATE pg_catalog."C",
    extras text NOT NULL COLLATE pg_catalog."C",
    patient_id text COLLATE pg_catalog."C",
    visit text COLLATE pg_catalog."C",
    is_waiting boolean DEFAULT false NOT NULL
);
ALTER TABLE ONLY public.invites FORCE ROW LEVEL SECURITY;
CREATE TABLE public.jobs (
    name text NOT NULL COLLATE pg_catalog."C",
    holder text NOT NULL COLLATE pg_catalog."C",
    until bigint NOT NULL,
    last_run bigint NOT NULL
);
CREATE TABLE public.kept_responses (
    account_id bigint NOT NULL,
    key text NOT NULL COLLATE pg_catalog."C",
    request text NOT NULL COLLATE pg_catalog."C",
    response text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL
);
ALTER TABLE ONLY public.kept_responses FORCE ROW LEVEL SECURITY;
CREATE TABLE public.last_user_ids (
    account_id bigint NOT NULL,
    id bigint NOT NULL
);
ALTER TABLE ONLY public.last_user_ids FORCE ROW LEVEL SECURITY;
CREATE TABLE public.listing_metrics (
    account_id bigint NOT NULL,
    location_id bigint NOT NULL,
    month bigint NOT NULL,
    metric_type text NOT NULL COLLATE pg_catalog."C",
    count bigint NOT NULL
);
ALTER TABLE ONLY public.listing_metrics FORCE ROW LEVEL SECURITY;
CREATE TABLE public.listings (
    account_id bigint NOT NULL,
    id bigint NOT NULL,
    location_id bigint NOT NULL,
    provider_id bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    address text COLLATE pg_catalog."C"
);
ALTER TABLE ONLY public.listings FORCE ROW LEVEL SECURITY;
CREATE TABLE public.load_parts (
    account_id bigint NOT NULL,
    staging text NOT NULL COLLATE pg_catalog."C",
    step bigint NOT NULL,
    "position" bigint NOT NULL,
    added_at bigint NOT NULL,
    body bytea NOT NULL
);
ALTER TABLE ONLY public.load_parts FORCE ROW LEVEL SECURITY;
CREATE TABLE public.loads (
    account_id bigint NOT NULL,
    staging text NOT NULL COLLATE pg_catalog."C",
    is_complete boolean NOT NULL,
    is_discarded boolean NOT NULL,
    changed text NOT NULL COLLATE pg_catalog."C",
    removed text NOT NULL COLLATE pg_catalog."C"
);
ALTER TABLE ONLY public.loads FORCE ROW LEVEL SECURITY;
CREATE TABLE public.locations (
    account_id bigint NOT NULL,
    id bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    external_ids text NOT NULL COLLATE pg_catalog."C",
    address text COLLATE pg_catalog."C",
    state text COLLATE pg_catalog."C",
    silenced boolean NOT NULL,
    monitoring_only boolean NOT NULL
);
ALTER TABLE ONLY public.locations FORCE ROW LEVEL SECURITY;
CREATE TABLE public.messages (
    account_id bigint NOT NULL,
    id bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    languages text NOT NULL COLLATE pg_catalog."C",
    silenced boolean NOT NULL
);
ALTER TABLE ONLY public.messages FORCE ROW LEVEL SECURITY;
CREATE TABLE public.migrations (
    id integer NOT NULL,
    "timestamp" bigint NOT NULL,
    name character varying NOT NULL
);
CREATE SEQUENCE public.migrations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.migrations_id_seq OWNED BY public.migrations.id;
CREATE TABLE public.nps_surveys (
    account_id bigint NOT NULL,
    id bigint NOT NULL,
    platform_id bigint NOT NULL,
    location_id bigint,
    provider_id bigint,
    rating double precision,
    comment text COLLATE pg_catalog."C",
    reviewer text COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    invite_id bigint,
    extras text NOT NULL COLLATE pg_catalog."C",
    nps_rating bigint NOT NULL,
    question_id text COLLATE pg_catalog."C"
);
ALTER TABLE ONLY public.nps_surveys FORCE ROW LEVEL SECURITY;
CREATE TABLE public.passwords (
    account_id bigint NOT NULL,
    user_id bigint NOT NULL,
    hash text NOT NULL COLLATE pg_catalog."C"
);
ALTER TABLE ONLY public.passwords FORCE ROW LEVEL SECURITY;
CREATE TABLE public.patient_files (
    account_id bigint NOT NULL,
    id bigint NOT NULL,
    type text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    connection text COLLATE pg_catalog."C",
    transform text COLLATE pg_catalog."C",
    is_test boolean NOT NULL,
    created_at bigint NOT NULL,
    created_by text COLLATE pg_catalog."C",
    file_name text COLLATE pg_catalog."C",
    sample_month text COLLATE pg_catalog."C",
    headings text COLLATE pg_catalog."C",
    patients bigint NOT NULL,
    warnings bigint NOT NULL,
    failure text COLLATE pg_catalog."C",
    seen_at bigint NOT NULL,
    digest text COLLATE pg_catalog."C"
);
ALTER TABLE ONLY public.patient_files FORCE ROW LEVEL SECURITY;
CREATE TABLE public.patient_warnings (
    account_id bigint NOT NULL,
    file_id bigint NOT NULL,
    id bigint NOT NULL,
    item text NOT NULL COLLATE pg_catalog."C"
);
ALTER TABLE ONLY public.patient_warnings FORCE ROW LEVEL SECURITY;
CREATE TABLE public.platforms (
    account_id bigint NOT NULL,
    id bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    is_survey boolean NOT NULL,
    active boolean,
    is_private boolean NOT NULL,
    write_url text COLLATE pg_catalog."C",
    read_url text COLLATE pg_catalog."C"
);
ALTER TABLE ONLY public.platforms FORCE ROW LEVEL SECURITY;
CREATE TABLE public.providers (
    account_id bigint NOT NULL,
    id bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    npi text COLLATE pg_catalog."C",
    external_ids text NOT NULL COLLATE pg_catalog."C",
    location_ids text NOT NULL COLLATE pg_catalog."C",
    silenced boolean NOT NULL
);
ALTER TABLE ONLY public.providers FORCE ROW LEVEL SECURITY;
CREATE TABLE public.rating_counts (
    account_id bigint NOT NULL,
    platform_id bigint NOT NULL,
    list text NOT NULL COLLATE pg_catalog."C",
    location_id bigint NOT NULL,
    provider_id bigint NOT NULL,
    rating double precision NOT NULL,
    total bigint NOT NULL
);
ALTER TABLE ONLY public.rating_counts FORCE ROW LEVEL SECURITY;
CREATE TABLE public.reviews (
    account_id bigint NOT NULL,
    id bigint NOT NULL,
    platform_id bigint NOT NULL,
    location_id bigint,
    provider_id bigint,
    rating double precision,
    comment text COLLATE pg_catalog."C",
    reviewer text COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    invite_id bigint,
    extras text NOT NULL COLLATE pg_catalog."C"
);
ALTER TABLE ONLY public.reviews FORCE ROW LEVEL SECURITY;
CREATE TABLE public.spends (
    account_id bigint NOT NULL,
    id bigint NOT NULL,
    campaign_id bigint NOT NULL,
    start_date text NOT NULL COLLATE pg_catalog."C",
    end_date text NOT NULL COLLATE pg_catalog."C",
    amount bigint NOT NULL
);
ALTER TABLE ONLY public.spends FORCE ROW LEVEL SECURITY;
CREATE TABLE public.staged_rows (
    account_id bigint NOT NULL,
    staging text NOT NULL COLLATE pg_catalog."C",
    "position" bigint NOT NULL,
    body text NOT NULL COLLATE pg_catalog."C",
    added_at bigint NOT NULL
);
ALTER TABLE ONLY public.staged_rows ALTER COLUMN body SET STORAGE EXTERNAL;
ALTER TABLE ONLY public.staged_rows FORCE ROW LEVEL SECURITY;
CREATE TABLE public.stops (
    account_id bigint NOT NULL,
    contact text NOT NULL COLLATE pg_catalog."C",
    since bigint
);
ALTER TABLE ONLY public.stops FORCE ROW LEVEL SECURITY;
CREATE TABLE public.submissions (
    account_id bigint NOT NULL,
    id bigint NOT NULL,
    at bigint NOT NULL,
    scct_parameter text NOT NULL COLLATE pg_catalog."C",
    phone_number text NOT NULL COLLATE pg_catalog."C",
    phone text COLLATE pg_catalog."C",
    type text NOT NULL COLLATE pg_catalog."C",
    patient_name text NOT NULL COLLATE pg_catalog."C",
    patient_id text COLLATE pg_catalog."C",
    scheduled_date text COLLATE pg_catalog."C",
    email text COLLATE pg_catalog."C",
    street text COLLATE pg_catalog."C",
    secondary_street text COLLATE pg_catalog."C",
    city text COLLATE pg_catalog."C",
    state text COLLATE pg_catalog."C",
    postal text COLLATE pg_catalog."C",
    is_test boolean NOT NULL,
    identity text NOT NULL COLLATE pg_catalog."C"
);
ALTER TABLE ONLY public.submissions FORCE ROW LEVEL SECURITY;
CREATE TABLE public.survey_responses (
    account_id bigint NOT NULL,
    id bigint NOT NULL,
    survey_id bigint NOT NULL,
    submitted_at bigint NOT NULL,
    appointment_date text COLLATE pg_catalog."C",
    contact text COLLATE pg_catalog."C",
    location_id bigint,
    provider_id bigint,
    patient_id text COLLATE pg_catalog."C",
    patient_first text COLLATE pg_catalog."C",
    patient_last text COLLATE pg_catalog."C",
    answers text NOT NULL COLLATE pg_catalog."C",
    comments text NOT NULL COLLATE pg_catalog."C",
    extras text NOT NULL COLLATE pg_catalog."C"
);
ALTER TABLE ONLY public.survey_responses FORCE ROW LEVEL SECURITY;
CREATE TABLE public.surveys (
    account_id bigint NOT NULL,
    id bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    questions text NOT NULL COLLATE pg_catalog."C"
);
ALTER TABLE ONLY public.surveys FORCE ROW LEVEL SECURITY;
CREATE TABLE public.user_images (
    account_id bigint NOT NULL,
    user_id bigint NOT NULL,
    image text NOT NULL COLLATE pg_catalog."C"
);
ALTER TABLE ONLY public.user_images FORCE ROW LEVEL SECURITY;
CREATE TABLE public.users (
    account_id bigint NOT NULL,
    id bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    email text NOT NULL COLLATE pg_catalog."C",
    email_key text NOT NULL COLLATE pg_catalog."C",
    role text NOT NULL COLLATE pg_catalog."C",
    oid text COLLATE pg_catalog."C",
    phone text COLLATE pg_catalog."C",
    bio text COLLATE pg_catalog."C",
    active boolean NOT NULL
);
ALTER TABLE ONLY public.users FORCE ROW LEVEL SECURITY;
CREATE TABLE public.watermarks (
    account_id bigint NOT NULL,
    at bigint NOT NULL,
    revision bigint DEFAULT 1 NOT NULL,
    swept_revision bigint DEFAULT 0 NOT NULL,
    fingerprint text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.widget_ids (
    id text NOT NULL COLLATE pg_catalog."C",
    account_id bigint NOT NULL
);
CREATE TABLE public.widgets (
    account_id bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    review_id_key text NOT NULL COLLATE pg_catalog."C",
    most_shown bigint NOT NULL,
    min_rating bigint NOT NULL,
    first_name_only boolean NOT NULL,
    platform_ids text COLLATE pg_catalog."C",
    allowed_origins text NOT NULL COLLATE pg_catalog."C",
    pinned_review_ids text NOT NULL COLLATE pg_catalog."C",
    hidden_review_ids text NOT NULL COLLATE pg_catalog."C"
);
ALTER TABLE ONLY public.widgets FORCE ROW LEVEL SECURITY;
ALTER TABLE ONLY public.migrations ALTER COLUMN id SET DEFAULT nextval('public.migrations_id_seq'::regclass);
INSERT INTO public.account_settings VALUES (1, 'America/Denver', 'USD', 45, 125000, 0, false);
INSERT INTO public.accounts VALUES (1, 'acme', 'Acme Dental', 1780315200000, false);
INSERT INTO public.appointment_digests VALUES (1, 260707281522490, 1001);
INSERT INTO public.appointment_digests VALUES (1, 115107601177046, 1002);
INSERT INTO public.appointment_keys VALUES (1, 'phone', '+18015550177', 'bo', 0, 1773072000000, 1001, 'al', NULL, NULL, 0);
INSERT INTO public.appointment_keys VALUES (1, 'name', 'bo', 'bo', 0, 1773072000000, 1001, 'al', NULL, NULL, 0);
INSERT INTO public.appointment_keys VALUES (1, 'email', 'eva@example.com', '', 1, 1773100800000, 1002, '', NULL, NULL, 0);
INSERT INTO public.appointments VALUES (1, 1001, 1773072000000, NULL, NULL, NULL, NULL, 'Al Bo', '["+18015550177"]', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.appointments VALUES (1, 1002, NULL, '2026-03-10', NULL, NULL, NULL, NULL, '[]', 'eva@example.com', NULL, NULL, 8000, NULL, NULL, NULL, NULL);
INSERT INTO public.audit VALUES (1, 1780315200000, 'MNfJeqku0J3E', 'operator', NULL, 'create_account', NULL, '[]', NULL, 'ok', NULL);
INSERT INTO public.audit VALUES (1, 1780315200000, '73Icwytlmn0K', 'operator', NULL, 'change_account', 'settings matchWindowDays, valueNewPatient', '[]', NULL, 'ok', NULL);
INSERT INTO public.audit VALUES (1, 1780315200000, 'C46VIzxjIZEd', 'operator', NULL, 'load_bundle', NULL, '[]', 26, 'ok', NULL);
INSERT INTO public.audit VALUES (1, 1780315200000, 'Oz0qv0QUrMp0', 'operator', NULL, 'create_token', 'token 1', '[]', NULL, 'ok', NULL);
INSERT INTO public.audit VALUES (1, 1780315200000, 'jQMPj2kyiQzD', 'operator', NULL, 'register_client', 'client rpc_6g83X7Z9xk6I7JdmrNfMwV', '[]', NULL, 'ok', NULL);
INSERT INTO public.campaigns VALUES (1, 50, 'Spring', 'Paid Search', 'google', NULL, '["+18015550100"]');
INSERT INTO public.catalog_versions VALUES (1, '44aba944-d666-4516-b45c-7925d773236b');
INSERT INTO public.clients VALUES ('rpc_6g83X7Z9xk6I7JdmrNfMwV', 1, 'Scheduler', 'https://partner.example/jwks.json', 1780315200000, false, false);
INSERT INTO public.conversions VALUES (1, 'call', 801, 'Call', 1772726400000, '8015550177', '+18015550177', '+18015550100', 50, NULL, true, 1780315200000, 1780315200000, NULL, NULL, NULL, NULL, NULL, 1001, 1773072000000, NULL, NULL, NULL, NULL, 'Al Bo', true, NULL, NULL, '_dO2CqwnxVh4bBYY_4umsY');
INSERT INTO public.conversions VALUES (1, 'call', 802, 'Call', 1772812800000, '8015550178', '+18015550178', '+18015550100', 50, NULL, true, 1780315200000, 1780315200000, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL, '_dO2CqwnxVh4bBYY_4umsY');
INSERT INTO public.conversions VALUES (1, 'submission', 901, 'Online', 1772899200000, '8015550179', '+18015550179', NULL, NULL, NULL, true, 1780315200000, 1780315200000, 'eva', 'bell', 'eva@example.com', NULL, NULL, 1002, NULL, '2026-03-10', NULL, NULL, NULL, NULL, true, NULL, NULL, '_kSozM2J7a5wtUxeWDmZeb');
INSERT INTO public.credentials VALUES (1, 1, 'account-key', 'nightly', '63ccb8ce0e5ee266e9d31614b766f44c2891d12d21c10ddcce73e2475b6d6bcf', 1780315200000, NULL, NULL, false, false);
INSERT INTO public.cursor_keys VALUES (1, '42236c1ae2cb9bf1573e13145836e1def5794c95590617d163b392d12d0fdb7b');
INSERT INTO public.epochs VALUES (1, '426d1d53de3fd823', '5.17125.726');
INSERT INTO public.feed VALUES (1, 'account', 0, 0, 1, 1780315200000, NULL, NULL, NULL, '\x7b226b6579223a2261636d65222c226e616d65223a2241636d652044656e74616c222c2274696d655f7a6f6e65223a22416d65726963612f44656e766572222c2263757272656e6379223a22555344222c226d617463685f77696e646f775f64617973223a34352c2276616c75655f6e65775f70617469656e74223a22313235302e3030222c2276616c75655f6578697374696e675f70617469656e74223a22302e3030227d', NULL, 5, 1780315200000, 'acme', NULL);
INSERT INTO public.feed VALUES (1, 'locations', 0, 0, 1, 1780315200000, NULL, NULL, NULL, '\x7b226964223a312c226c6f636174696f6e5f6e616d65223a224d61696e20537472656574222c2265787465726e616c5f6c6f636174696f6e5f696473223a5b224c2d31225d7d', NULL, 5, 1780315200000, NULL, NULL);
INSERT INTO public.feed VALUES (1, 'locations', 0, 0, 2, 1780315200000, NULL, NULL, NULL, '\x7b226964223a322c226c6f636174696f6e5f6e616d65223a22486172626f72222c2265787465726e616c5f6c6f636174696f6e5f696473223a5b5d7d', NULL, 5, 1780315200000, NULL, NULL);
INSERT INTO public.feed VALUES (1, 'providers', 0, 0, 10, 1780315200000, NULL, NULL, NULL, '\x7b226964223a31302c226e616d65223a2244722e205a6fc3ab205175696e6e222c226e7069223a2231393939373535313730222c2265787465726e616c5f70726f76696465725f696473223a5b22502d31225d7d', NULL, 5, 1780315200000, NULL, NULL);
INSERT INTO public.feed VALUES (1, 'platforms', 0, 0, 3, 1780315200000, NULL, NULL, NULL, '\x7b226964223a332c226e616d65223a22476f6f676c65222c2269735f737572766579223a66616c73652c22616374697665223a747275657d', NULL, 5, 1780315200000, NULL, NULL);
INSERT INTO public.feed VALUES (1, 'platforms', 0, 0, 4, 1780315200000, NULL, NULL, NULL, '\x7b226964223a342c226e616d65223a22566973697420737572766579222c2269735f737572766579223a747275657d', NULL, 5, 1780315200000, NULL, NULL);
INSERT INTO public.feed VALUES (1, 'messages', 0, 0, 7, 1780315200000, NULL, NULL, NULL, '\x7b226964223a372c226e616d65223a224166746572207669736974222c226c616e677561676573223a7b22656e223a7b226b6579223a22656e222c226d657373616765223a22486f77207761732069743f227d7d7d', NULL, 5, 1780315200000, NULL, NULL);
INSERT INTO public.feed VALUES (1, 'groups', 0, 0, 6, 1780315200000, NULL, NULL, NULL, '\x7b226964223a362c226e616d65223a224e6f727468222c2270726f766964657273223a5b7b226964223a31302c226e616d65223a2244722e205a6fc3ab205175696e6e222c2265787465726e616c5f70726f76696465725f696473223a5b22502d31225d7d5d2c226c6f636174696f6e73223a5b7b226964223a312c226e616d65223a224d61696e20537472656574222c22666f726d6174746564223a6e756c6c2c2265787465726e616c5f6c6f636174696f6e5f696473223a5b224c2d31225d2c226368696c6472656e223a5b7b226964223a352c226e616d65223a2244722e205175696e6e2c204d61696e20537472656574222c22666f726d6174746564223a6e756c6c2c22666f726d61746564223a6e756c6c2c2270726f76696465725f6964223a31307d5d7d5d7d', NULL, 5, 1780315200000, NULL, NULL);
INSERT INTO public.feed VALUES (1, 'surveys-list', 0, 0, 4, 1780315200000, NULL, NULL, NULL, '\x7b226964223a342c226e616d65223a22566973697420737572766579227d', NULL, 5, 1780315200000, NULL, NULL);
INSERT INTO public.feed VALUES (1, 'campaign-catalog', 0, 0, 50, 1780315200000, NULL, NULL, NULL, '\x7b226964223a35302c226e616d65223a22537072696e67222c226368616e6e656c223a225061696420536561726368222c22736f75726365223a22676f6f676c65222c22706172616d65746572223a6e756c6c2c22747261636b696e675f6e756d62657273223a5b222b3138303135353530313030225d7d', NULL, 5, 1780315200000, NULL, NULL);
INSERT INTO public.feed VALUES (1, 'invites', 1772380800000, 0, 20, 1780315200000, NULL, NULL, NULL, '\x7b22636c69636b6564223a5b5d2c22637573746f6d65725f6e616d65223a6e756c6c2c2265787465726e616c5f6c6f636174696f6e5f696473223a5b5d2c2265787465726e616c5f70726f76696465725f696473223a5b5d2c22657874726173223a7b7d2c226c6f636174696f6e223a6e756c6c2c226c6f636174696f6e5f6964223a6e756c6c2c226c6f636174696f6e5f6f6964223a6e756c6c2c226d657373616765223a224166746572207669736974222c226f70656e6564223a6e756c6c2c22706c6174666f726d223a6e756c6c2c2270726f6365656465645f746f5f726576696577223a66616c73652c2270726f7669646572223a6e756c6c2c2270726f76696465725f6964223a6e756c6c2c227265766965775f726174696e67223a6e756c6c2c2273656e745f6174223a22323032362d30332d30312031363a30303a30302b30303a3030222c2273656e745f6279223a22222c2273656e745f746f223a222b3138303135353530313432222c22737461747573223a2273656e74222c2274797065223a22736d73227d', NULL, 5, 1780315200000, NULL, '\x225f6c6f636174696f6e5f6964223a6e756c6c2c225f70726f76696465725f6964223a6e756c6c');
INSERT INTO public.feed VALUES (1, 'reviews', 1772471100000, 0, 501, 1780315200000, 1, 10, 5, '\x7b22636f6d6d656e74223a224b696e6420f09f918d20616e6420717569636b222c226372656174655f74696d65223a22323032362d30332d30325431373a30353a30302b30303a3030222c2265787465726e616c5f6c6f636174696f6e5f696473223a5b224c2d31225d2c2265787465726e616c5f70726f76696465725f696473223a5b22502d31225d2c2267726f757073223a5b365d2c22696e766974655f6e616d65223a6e756c6c2c22696e766974655f74797065223a22736d73222c2273656e745f6174223a22323032362d30332d30315431363a30303a30302b30303a3030222c2273656e745f746f223a222b3138303135353530313432222c226c6f636174696f6e223a224d61696e20537472656574222c226c6f636174696f6e5f6964223a312c226c6f636174696f6e5f6f6964223a224c2d31222c226d657373616765223a6e756c6c2c226e70735f726174696e67223a6e756c6c2c22706c6174666f726d223a22476f6f676c65222c2270726f7669646572223a2244722e205a6fc3ab205175696e6e222c2270726f76696465725f6964223a31302c227175657374696f6e5f6964223a6e756c6c2c22726174696e67223a342e352c227265766965775f6964223a3530312c227265766965776572223a6e756c6c7d', NULL, 5, 1780315200000, NULL, '\x225f696e766974655f6964223a32302c225f6d6573736167655f6964223a372c225f706c6174666f726d5f6964223a33');
INSERT INTO public.feed VALUES (1, 'surveys', 1772557500000, 0, 601, 1780315200000, 1, NULL, NULL, '\x7b22636f6d6d656e74223a6e756c6c2c226372656174655f74696d65223a22323032362d30332d30335431373a30353a30302b30303a3030222c2265787465726e616c5f6c6f636174696f6e5f696473223a5b224c2d31225d2c2265787465726e616c5f70726f76696465725f696473223a5b5d2c2267726f757073223a5b365d2c22696e766974655f6e616d65223a6e756c6c2c22696e766974655f74797065223a6e756c6c2c2273656e745f6174223a6e756c6c2c2273656e745f746f223a6e756c6c2c226c6f636174696f6e223a224d61696e20537472656574222c226c6f636174696f6e5f6964223a312c226c6f636174696f6e5f6f6964223a224c2d31222c226d657373616765223a6e756c6c2c226e70735f726174696e67223a392c22706c6174666f726d223a22566973697420737572766579222c2270726f7669646572223a6e756c6c2c2270726f76696465725f6964223a6e756c6c2c227175657374696f6e5f6964223a6e756c6c2c227265766965775f6964223a3630312c227265766965776572223a6e756c6c7d', NULL, 5, 1780315200000, NULL, '\x225f696e766974655f6964223a6e756c6c2c225f6d6573736167655f6964223a6e756c6c2c225f706c6174666f726d5f6964223a34');
INSERT INTO public.feed VALUES (1, 'responses/4', 1772643900000, 0, 701, 1780315200000, 1, NULL, NULL, '\x7b226170706f696e746d656e745f64617465223a6e756c6c2c22636f6e74616374223a6e756c6c2c2267726f757073223a5b365d2c226c6f636174696f6e223a224d61696e20537472656574222c226c6f636174696f6e5f6964223a312c226e7069223a6e756c6c2c226f766572616c6c223a352c2270617469656e745f6669727374223a22426f222c2270617469656e745f6964223a6e756c6c2c2270617469656e745f6c617374223a6e756c6c2c2270617469656e745f6e616d65223a22426f222c2270726f7669646572223a6e756c6c2c227374617465223a225554222c227375727665795f64617465223a22332f342f323032362031303a30353a303020616d222c2275736572223a22426f222c22757365725f6964223a6e756c6c2c224f766572616c6c223a2235227d', '\x227175657374696f6e73223a5b7b227175657374696f6e5f6964223a227131222c227175657374696f6e5f74657874223a22486f77207761732069743f222c2276616c223a2235222c22646973706c61795f76616c756573223a7b2231223a2231222c2232223a2232222c2233223a2233222c2234223a2234222c2235223a2235227d7d5d', 5, 1780315200000, NULL, '\x225f7375727665795f6964223a342c225f7375727665795f6174223a22323032362d30332d30345431373a30353a30302b30303a303022');
INSERT INTO public.feed VALUES (1, 'spends', 1772323200000, 20260301, 1, 1780315200000, NULL, NULL, NULL, '\x7b2263616d706169676e5f6964223a35302c22646179223a22323032362d30332d3031222c22616d6f756e74223a2234382e3339227d', NULL, 5, 1780315200000, '1-2026-03-01', NULL);
INSERT INTO public.feed VALUES (1, 'spends', 1772409600000, 20260302, 1, 1780315200000, NULL, NULL, NULL, '\x7b2263616d706169676e5f6964223a35302c22646179223a22323032362d30332d3032222c22616d6f756e74223a2234382e3339227d', NULL, 5, 1780315200000, '1-2026-03-02', NULL);
INSERT INTO public.feed VALUES (1, 'spends', 1772496000000, 20260303, 1, 1780315200000, NULL, NULL, NULL, '\x7b2263616d706169676e5f6964223a35302c22646179223a22323032362d30332d3033222c22616d6f756e74223a2234382e3339227d', NULL, 5, 1780315200000, '1-2026-03-03', NULL);
INSERT INTO public.feed VALUES (1, 'spends', 1772582400000, 20260304, 1, 1780315200000, NULL, NULL, NULL, '\x7b2263616d706169676e5f6964223a35302c22646179223a22323032362d30332d3034222c22616d6f756e74223a2234382e3339227d', NULL, 5, 1780315200000, '1-2026-03-04', NULL);
INSERT INTO public.feed VALUES (1, 'spends', 1772668800000, 20260305, 1, 1780315200000, NULL, NULL, NULL, '\x7b2263616d706169676e5f6964223a35302c22646179223a22323032362d30332d3035222c22616d6f756e74223a2234382e3339227d', NULL, 5, 1780315200000, '1-2026-03-05', NULL);
INSERT INTO public.feed VALUES (1, 'spends', 1772755200000, 20260306, 1, 1780315200000, NULL, NULL, NULL, '\x7b2263616d706169676e5f6964223a35302c22646179223a22323032362d30332d3036222c22616d6f756e74223a2234382e3339227d', NULL, 5, 1780315200000, '1-2026-03-06', NULL);
INSERT INTO public.feed VALUES (1, 'spends', 1772841600000, 20260307, 1, 1780315200000, NULL, NULL, NULL, '\x7b2263616d706169676e5f6964223a35302c22646179223a22323032362d30332d3037222c22616d6f756e74223a2234382e3339227d', NULL, 5, 1780315200000, '1-2026-03-07', NULL);
INSERT INTO public.feed VALUES (1, 'spends', 1772928000000, 20260308, 1, 1780315200000, NULL, NULL, NULL, '\x7b2263616d706169676e5f6964223a35302c22646179223a22323032362d30332d3038222c22616d6f756e74223a2234382e3339227d', NULL, 5, 1780315200000, '1-2026-03-08', NULL);
INSERT INTO public.feed VALUES (1, 'spends', 1773014400000, 20260309, 1, 1780315200000, NULL, NULL, NULL, '\x7b2263616d706169676e5f6964223a35302c22646179223a22323032362d30332d3039222c22616d6f756e74223a2234382e3339227d', NULL, 5, 1780315200000, '1-2026-03-09', NULL);
INSERT INTO public.feed VALUES (1, 'spends', 1773100800000, 20260310, 1, 1780315200000, NULL, NULL, NULL, '\x7b2263616d706169676e5f6964223a35302c22646179223a22323032362d30332d3130222c22616d6f756e74223a2234382e3339227d', NULL, 5, 1780315200000, '1-2026-03-10', NULL);
INSERT INTO public.feed VALUES (1, 'spends', 1773187200000, 20260311, 1, 1780315200000, NULL, NULL, NULL, '\x7b2263616d706169676e5f6964223a35302c22646179223a22323032362d30332d3131222c22616d6f756e74223a2234382e3339227d', NULL, 5, 1780315200000, '1-2026-03-11', NULL);
INSERT INTO public.feed VALUES (1, 'spends', 1773273600000, 20260312, 1, 1780315200000, NULL, NULL, NULL, '\x7b2263616d706169676e5f6964223a35302c22646179223a22323032362d30332d3132222c22616d6f756e74223a2234382e3339227d', NULL, 5, 1780315200000, '1-2026-03-12', NULL);
INSERT INTO public.feed VALUES (1, 'spends', 1773360000000, 20260313, 1, 1780315200000, NULL, NULL, NULL, '\x7b2263616d706169676e5f6964223a35302c22646179223a22323032362d30332d3133222c22616d6f756e74223a2234382e3339227d', NULL, 5, 1780315200000, '1-2026-03-13', NULL);
INSERT INTO public.feed VALUES (1, 'spends', 1773446400000, 20260314, 1, 1780315200000, NULL, NULL, NULL, '\x7b2263616d706169676e5f6964223a35302c22646179223a22323032362d30332d3134222c22616d6f756e74223a2234382e3339227d', NULL, 5, 1780315200000, '1-2026-03-14', NULL);
INSERT INTO public.feed VALUES (1, 'spends', 1773532800000, 20260315, 1, 1780315200000, NULL, NULL, NULL, '\x7b2263616d706169676e5f6964223a35302c22646179223a22323032362d30332d3135222c22616d6f756e74223a2234382e3339227d', NULL, 5, 1780315200000, '1-2026-03-15', NULL);
INSERT INTO public.feed VALUES (1, 'spends', 1773619200000, 20260316, 1, 1780315200000, NULL, NULL, NULL, '\x7b2263616d706169676e5f6964223a35302c22646179223a22323032362d30332d3136222c22616d6f756e74223a2234382e3339227d', NULL, 5, 1780315200000, '1-2026-03-16', NULL);
INSERT INTO public.feed VALUES (1, 'spends', 1773705600000, 20260317, 1, 1780315200000, NULL, NULL, NULL, '\x7b2263616d706169676e5f6964223a35302c22646179223a22323032362d30332d3137222c22616d6f756e74223a2234382e3339227d', NULL, 5, 1780315200000, '1-2026-03-17', NULL);
INSERT INTO public.feed VALUES (1, 'spends', 1773792000000, 20260318, 1, 1780315200000, NULL, NULL, NULL, '\x7b2263616d706169676e5f6964223a35302c22646179223a22323032362d30332d3138222c22616d6f756e74223a2234382e3339227d', NULL, 5, 1780315200000, '1-2026-03-18', NULL);
INSERT INTO public.feed VALUES (1, 'spends', 1773878400000, 20260319, 1, 1780315200000, NULL, NULL, NULL, '\x7b2263616d706169676e5f6964223a35302c22646179223a22323032362d30332d3139222c22616d6f756e74223a2234382e3339227d', NULL, 5, 1780315200000, '1-2026-03-19', NULL);
INSERT INTO public.feed VALUES (1, 'spends', 1773964800000, 20260320, 1, 1780315200000, NULL, NULL, NULL, '\x7b2263616d706169676e5f6964223a35302c22646179223a22323032362d30332d3230222c22616d6f756e74223a2234382e3339227d', NULL, 5, 1780315200000, '1-2026-03-20', NULL);
INSERT INTO public.feed VALUES (1, 'spends', 1774051200000, 20260321, 1, 1780315200000, NULL, NULL, NULL, '\x7b2263616d706169676e5f6964223a35302c22646179223a22323032362d30332d3231222c22616d6f756e74223a2234382e3339227d', NULL, 5, 1780315200000, '1-2026-03-21', NULL);
INSERT INTO public.feed VALUES (1, 'spends', 1774137600000, 20260322, 1, 1780315200000, NULL, NULL, NULL, '\x7b2263616d706169676e5f6964223a35302c22646179223a22323032362d30332d3232222c22616d6f756e74223a2234382e3339227d', NULL, 5, 1780315200000, '1-2026-03-22', NULL);
INSERT INTO public.feed VALUES (1, 'spends', 1774224000000, 20260323, 1, 1780315200000, NULL, NULL, NULL, '\x7b2263616d706169676e5f6964223a35302c22646179223a22323032362d30332d3233222c22616d6f756e74223a2234382e3338227d', NULL, 5, 1780315200000, '1-2026-03-23', NULL);
INSERT INTO public.feed VALUES (1, 'spends', 1774310400000, 20260324, 1, 1780315200000, NULL, NULL, NULL, '\x7b2263616d706169676e5f6964223a35302c22646179223a22323032362d30332d3234222c22616d6f756e74223a2234382e3338227d', NULL, 5, 1780315200000, '1-2026-03-24', NULL);
INSERT INTO public.feed VALUES (1, 'spends', 1774396800000, 20260325, 1, 1780315200000, NULL, NULL, NULL, '\x7b2263616d706169676e5f6964223a35302c22646179223a22323032362d30332d3235222c22616d6f756e74223a2234382e3338227d', NULL, 5, 1780315200000, '1-2026-03-25', NULL);
INSERT INTO public.feed VALUES (1, 'spends', 1774483200000, 20260326, 1, 1780315200000, NULL, NULL, NULL, '\x7b2263616d706169676e5f6964223a35302c22646179223a22323032362d30332d3236222c22616d6f756e74223a2234382e3338227d', NULL, 5, 1780315200000, '1-2026-03-26', NULL);
INSERT INTO public.feed VALUES (1, 'spends', 1774569600000, 20260327, 1, 1780315200000, NULL, NULL, NULL, '\x7b2263616d706169676e5f6964223a35302c22646179223a22323032362d30332d3237222c22616d6f756e74223a2234382e3338227d', NULL, 5, 1780315200000, '1-2026-03-27', NULL);
INSERT INTO public.feed VALUES (1, 'spends', 1774656000000, 20260328, 1, 1780315200000, NULL, NULL, NULL, '\x7b2263616d706169676e5f6964223a35302c22646179223a22323032362d30332d3238222c22616d6f756e74223a2234382e3338227d', NULL, 5, 1780315200000, '1-2026-03-28', NULL);
INSERT INTO public.feed VALUES (1, 'spends', 1774742400000, 20260329, 1, 1780315200000, NULL, NULL, NULL, '\x7b2263616d706169676e5f6964223a35302c22646179223a22323032362d30332d3239222c22616d6f756e74223a2234382e3338227d', NULL, 5, 1780315200000, '1-2026-03-29', NULL);
INSERT INTO public.feed VALUES (1, 'spends', 1774828800000, 20260330, 1, 1780315200000, NULL, NULL, NULL, '\x7b2263616d706169676e5f6964223a35302c22646179223a22323032362d30332d3330222c22616d6f756e74223a2234382e3338227d', NULL, 5, 1780315200000, '1-2026-03-30', NULL);
INSERT INTO public.feed VALUES (1, 'spends', 1774915200000, 20260331, 1, 1780315200000, NULL, NULL, NULL, '\x7b2263616d706169676e5f6964223a35302c22646179223a22323032362d30332d3331222c22616d6f756e74223a2234382e3338227d', NULL, 5, 1780315200000, '1-2026-03-31', NULL);
INSERT INTO public.feed VALUES (1, 'insights/byMonth', 1, 20260303, 1, 1780315200000, NULL, NULL, NULL, '\x7b226c6f636174696f6e5f6964223a312c226d6f6e7468223a3230323630332c226d65747269635f74797065223a2276696577735f6d617073222c22636f756e74223a333837317d', NULL, 5, 1780315200000, '1-2026-03-views_maps', NULL);
INSERT INTO public.feed VALUES (1, 'conversions', 1772726400000, 1, 801, 1780315200000, NULL, NULL, NULL, '\x7b22636f6e76657273696f6e5f6964223a2263616c6c2d383031222c22617070745f64617465223a22323032362d30332d30395431363a30303a30302b30303a3030222c2263616d706169676e223a22537072696e67222c226368616e6e656c223a225061696420536561726368222c22736f75726365223a22676f6f676c65222c2264617465223a22323032362d30332d30355431363a30303a30302b30303a3030222c2266726f6d5f6e756d626572223a222b3138303135353530313737222c226c6f636174696f6e5f6e616d65223a6e756c6c2c226e65775f70617469656e74223a747275652c2270617469656e745f6964223a6e756c6c2c2270617469656e745f6e616d65223a22416c20426f222c2270726f7669646572223a6e756c6c2c22747261636b696e675f6e756d626572223a222b3138303135353530313030222c2274797065223a2243616c6c222c226d6f6469666965645f6174223a22323032362d30362d30315431323a30303a30302b30303a3030227d', NULL, 5, 1780315200000, 'call-801', '\x225f6c6f636174696f6e5f6964223a6e756c6c2c225f70726f76696465725f6964223a6e756c6c2c225f63616d706169676e5f6964223a35302c225f6170706f696e746d656e745f6964223a313030312c225f6c6f63616c5f64617465223a22323032362d30332d3035222c225f617070745f6c6f63616c5f64617465223a22323032362d30332d303922');
INSERT INTO public.feed VALUES (1, 'conversions', 1772812800000, 1, 802, 1780315200000, NULL, NULL, NULL, '\x7b22636f6e76657273696f6e5f6964223a2263616c6c2d383032222c22617070745f64617465223a6e756c6c2c2263616d706169676e223a22537072696e67222c226368616e6e656c223a225061696420536561726368222c22736f75726365223a22676f6f676c65222c2264617465223a22323032362d30332d30365431363a30303a30302b30303a3030222c2266726f6d5f6e756d626572223a222b3138303135353530313738222c226c6f636174696f6e5f6e616d65223a6e756c6c2c226e65775f70617469656e74223a747275652c2270617469656e745f6964223a6e756c6c2c2270617469656e745f6e616d65223a6e756c6c2c2270726f7669646572223a6e756c6c2c22747261636b696e675f6e756d626572223a222b3138303135353530313030222c2274797065223a2243616c6c222c226d6f6469666965645f6174223a22323032362d30362d30315431323a30303a30302b30303a3030227d', NULL, 5, 1780315200000, 'call-802', '\x225f6c6f636174696f6e5f6964223a6e756c6c2c225f70726f76696465725f6964223a6e756c6c2c225f63616d706169676e5f6964223a35302c225f6170706f696e746d656e745f6964223a6e756c6c2c225f6c6f63616c5f64617465223a22323032362d30332d3036222c225f617070745f6c6f63616c5f64617465223a6e756c6c');
INSERT INTO public.feed VALUES (1, 'calls', 1772726400000, 1, 801, 1780315200000, NULL, NULL, NULL, '\x7b22617070745f64617465223a22332f392f323032362031303a30303a303020616d222c2263616c6c5f64617465223a22332f352f3230323620393a30303a303020616d222c2263616d706169676e223a22537072696e67222c226368616e6e656c223a225061696420536561726368222c2266726f6d5f6e756d626572223a222b3138303135353530313737222c226c6f636174696f6e5f6e616d65223a222d222c226e65775f70617469656e74223a747275652c2270617469656e745f6964223a22556e6b6e6f776e222c2270617469656e745f6e616d65223a22416c20426f222c2270726f7669646572223a222d222c22736f75726365223a22676f6f676c65222c22747261636b696e675f6e756d626572223a222b3138303135353530313030227d', NULL, 5, 1780315200000, NULL, '\x225f6c6f636174696f6e5f6964223a6e756c6c2c225f70726f76696465725f6964223a6e756c6c2c225f63616d706169676e5f6964223a35302c225f6170706f696e746d656e745f6964223a313030312c225f63616c6c5f6174223a22323032362d30332d30355431363a30303a30302b30303a3030222c225f617070745f6174223a22323032362d30332d30395431363a30303a30302b30303a303022');
INSERT INTO public.feed VALUES (1, 'calls', 1772812800000, 1, 802, 1780315200000, NULL, NULL, NULL, '\x7b22617070745f64617465223a222d222c2263616c6c5f64617465223a22332f362f3230323620393a30303a303020616d222c2263616d706169676e223a22537072696e67222c226368616e6e656c223a225061696420536561726368222c2266726f6d5f6e756d626572223a222b3138303135353530313738222c226c6f636174696f6e5f6e616d65223a222d222c226e65775f70617469656e74223a747275652c2270617469656e745f6964223a22556e6b6e6f776e222c2270617469656e745f6e616d65223a22556e6b6e6f776e222c2270726f7669646572223a222d222c22736f75726365223a22676f6f676c65222c22747261636b696e675f6e756d626572223a222b3138303135353530313030227d', NULL, 5, 1780315200000, NULL, '\x225f6c6f636174696f6e5f6964223a6e756c6c2c225f70726f76696465725f6964223a6e756c6c2c225f63616d706169676e5f6964223a35302c225f6170706f696e746d656e745f6964223a6e756c6c2c225f63616c6c5f6174223a22323032362d30332d30365431363a30303a30302b30303a3030222c225f617070745f6174223a6e756c6c');
INSERT INTO public.feed VALUES (1, 'appointments', 0, 0, 1001, 1780315200000, NULL, NULL, NULL, '\x7b226170706f696e746d656e745f6964223a313030312c22617070745f64617465223a22323032362d30332d30395431363a30303a30302b30303a3030222c226c6f636174696f6e5f6964223a6e756c6c2c2270726f76696465725f6964223a6e756c6c2c2270617469656e745f6964223a6e756c6c2c22726576656e7565223a6e756c6c2c22636f6e76657273696f6e5f6964223a2263616c6c2d383031227d', NULL, 5, 1780315200000, NULL, '\x225f617070745f6c6f63616c5f64617465223a22323032362d30332d3039222c225f70617469656e745f6b6579223a2270686f6e65205b5c222b31383031353535303137375c225d22');
INSERT INTO public.feed VALUES (1, 'conversions', 1772899200000, 0, 901, 1780315200000, NULL, NULL, NULL, '\x7b22636f6e76657273696f6e5f6964223a227375622d393031222c22617070745f64617465223a22323032362d30332d3130222c2263616d706169676e223a6e756c6c2c226368616e6e656c223a22556e61737369676e6564222c22736f75726365223a6e756c6c2c2264617465223a22323032362d30332d30375431363a30303a30302b30303a3030222c2266726f6d5f6e756d626572223a222b3138303135353530313739222c226c6f636174696f6e5f6e616d65223a6e756c6c2c226e65775f70617469656e74223a747275652c2270617469656e745f6964223a6e756c6c2c2270617469656e745f6e616d65223a6e756c6c2c2270726f7669646572223a6e756c6c2c22747261636b696e675f6e756d626572223a6e756c6c2c2274797065223a224f6e6c696e65222c226d6f6469666965645f6174223a22323032362d30362d30315431323a30303a30302b30303a3030227d', NULL, 5, 1780315200000, 'sub-901', '\x225f6c6f636174696f6e5f6964223a6e756c6c2c225f70726f76696465725f6964223a6e756c6c2c225f63616d706169676e5f6964223a6e756c6c2c225f6170706f696e746d656e745f6964223a313030322c225f6c6f63616c5f64617465223a22323032362d30332d3037222c225f617070745f6c6f63616c5f64617465223a22323032362d30332d313022');
INSERT INTO public.feed VALUES (1, 'appointments', 0, 0, 1002, 1780315200000, NULL, NULL, NULL, '\x7b226170706f696e746d656e745f6964223a313030322c22617070745f64617465223a22323032362d30332d3130222c226c6f636174696f6e5f6964223a6e756c6c2c2270726f76696465725f6964223a6e756c6c2c2270617469656e745f6964223a6e756c6c2c22726576656e7565223a2238302e3030222c22636f6e76657273696f6e5f6964223a227375622d393031227d', NULL, 5, 1780315200000, NULL, '\x225f617070745f6c6f63616c5f64617465223a22323032362d30332d3130222c225f70617469656e745f6b6579223a226170706f696e746d656e74203130303222');
INSERT INTO public.feed_fields VALUES (1, 'reviews', 0, 501, 'k_GGeafUMDvAckvotJrdCj', 1772471100000);
INSERT INTO public.feed_fields VALUES (1, 'responses/4', 0, 701, '3Ro7t8AQWSn-hq2Thr2bWS', 1772643900000);
INSERT INTO public.feed_ratings VALUES (1, 'reviews', 501, 0, 1772471100000, 3, 1, 10, 4.5, true);
INSERT INTO public.feed_ratings VALUES (1, 'responses/4', 701, 0, 1772643900000, 4, 1, 0, 5, false);
INSERT INTO public.groups VALUES (1, 6, 'North', '[10]', '[1]');
INSERT INTO public.import_connections VALUES (1, 'ehr', true, true, 14, 0, 30, 'account', false, false, false, false, NULL, false, '[]', '[]', 7, 'day_first', 24);
INSERT INTO public.invite_keys VALUES (1, 'phone', '+18015550142', 1772380800000, 20, NULL);
INSERT INTO public.invites VALUES (1, 20, 'sms', '+18015550142', '+18015550142', 1772380800000, '', NULL, NULL, NULL, 7, NULL, NULL, '[]', false, NULL, 'sent', '{}', NULL, NULL, false);
INSERT INTO public.last_user_ids VALUES (1, 30);
INSERT INTO public.listing_metrics VALUES (1, 1, 202603, 'views_maps', 3871);
INSERT INTO public.listings VALUES (1, 5, 1, 10, 'Dr. Quinn, Main Street', NULL);
INSERT INTO public.locations VALUES (1, 1, 'Main Street', '["L-1"]', NULL, 'UT', false, false);
INSERT INTO public.locations VALUES (1, 2, 'Harbor', '[]', NULL, NULL, true, false);
INSERT INTO public.messages VALUES (1, 7, 'After visit', '{"en":{"key":"en","message":"How was it?"}}', false);
INSERT INTO public.migrations VALUES (1, 1790000000000, 'FirstRelease1790000000000');
INSERT INTO public.nps_surveys VALUES (1, 601, 4, 1, NULL, NULL, NULL, NULL, 1772557500000, NULL, '{}', 9, NULL);
INSERT INTO public.platforms VALUES (1, 3, 'Google', false, true, false, NULL, NULL);
INSERT INTO public.platforms VALUES (1, 4, 'Visit survey', true, NULL, false, NULL, NULL);
INSERT INTO public.providers VALUES (1, 10, 'Dr. Zoë Quinn', '1999755170', '["P-1"]', '[1]', false);
INSERT INTO public.rating_counts VALUES (1, 3, 'reviews', 1, 10, 4.5, 1);
INSERT INTO public.rating_counts VALUES (1, 4, 'responses/4', 1, 0, 5, 1);
INSERT INTO public.reviews VALUES (1, 501, 3, 1, 10, 4.5, 'Kind 👍 and quick', NULL, 1772471100000, 20, '{"ward":"A"}');
INSERT INTO public.spends VALUES (1, 1, 50, '2026-03-01', '2026-03-31', 150000);
INSERT INTO public.stops VALUES (1, '+18015550142', 1773244800000);
INSERT INTO public.submissions VALUES (1, 901, 1772899200000, 's-spring', '8015550179', '+18015550179', 'Online', 'Eva Bell', NULL, NULL, 'eva@example.com', NULL, NULL, NULL, NULL, NULL, false, '[1772899200000,"+18015550179","s-spring","Online",false]');
INSERT INTO public.survey_responses VALUES (1, 701, 4, 1772643900000, NULL, NULL, 1, NULL, NULL, 'Bo', NULL, '{"q1":"5"}', '{"q1":"Good"}', '{"ward":"B"}');
INSERT INTO public.surveys VALUES (1, 4, 'Visit survey', '[{"id":"q1","name":"Overall","text":"How was it?","kind":"stars","choices":[],"min":null,"max":null,"minLabel":null,"maxLabel":null,"allowsComment":false,"overall":true}]');
INSERT INTO public.users VALUES (1, 30, 'Ada Reed', 'ada@example.com', 'ada@example.com', 'Administrator', NULL, NULL, NULL, true);
INSERT INTO public.watermarks VALUES (1, 1780315200000, 5, 0, '9e7a6a41');
INSERT INTO public.widget_ids VALUES ('kHuN2lK9K5H6XKUh4kRdlQ', 1);
INSERT INTO public.widgets VALUES (1, 'kHuN2lK9K5H6XKUh4kRdlQ', 'BQv9UUjhsLmjvbeLynB6aDAeQVGG05M-uxWjQfZJT8c', 10, 4, false, '[3]', '["https://www.practice.example"]', '[1]', '[2,3]');
SELECT pg_catalog.setval('public.migrations_id_seq', 1, true);
ALTER TABLE ONLY public.migrations
    ADD CONSTRAINT "PK_8c82d7f526340ab734260ea46be" PRIMARY KEY (id);
ALTER TABLE ONLY public.account_settings
    ADD CONSTRAINT account_settings_pkey PRIMARY KEY (account_id);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_key_key UNIQUE (key);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.appointment_digests
    ADD CONSTRAINT appointment_digests_pkey PRIMARY KEY (account_id, digest, id);
ALTER TABLE ONLY public.appointment_keys
    ADD CONSTRAINT appointment_keys_pkey PRIMARY KEY (account_id, kind, value, last_name, form, at, id);
ALTER TABLE ONLY public.appointments
    ADD CONSTRAINT appointments_pkey PRIMARY KEY (account_id, id);
ALTER TABLE ONLY public.assertions
    ADD CONSTRAINT assertions_pkey PRIMARY KEY (account_id, client_id, jti);
ALTER TABLE ONLY public.audit_failures
    ADD CONSTRAINT audit_failures_pkey PRIMARY KEY (account_id, day, actor, actor_id, action, outcome);
ALTER TABLE ONLY public.audit
    ADD CONSTRAINT audit_pkey PRIMARY KEY (account_id, at, id);
ALTER TABLE ONLY public.audit_retention
    ADD CONSTRAINT audit_retention_pkey PRIMARY KEY (account_id);
ALTER TABLE ONLY public.call_names
    ADD CONSTRAINT call_names_account_id_id_key UNIQUE (account_id, id);
ALTER TABLE ONLY public.call_names
    ADD CONSTRAINT call_names_pkey PRIMARY KEY (account_id, tracker, name);
ALTER TABLE ONLY public.campaigns
    ADD CONSTRAINT campaigns_pkey PRIMARY KEY (account_id, id);
ALTER TABLE ONLY public.catalog_versions
    ADD CONSTRAINT catalog_versions_pkey PRIMARY KEY (account_id);
ALTER TABLE ONLY public.clients
    ADD CONSTRAINT clients_pkey PRIMARY KEY (client_id);
ALTER TABLE ONLY public.conversions
    ADD CONSTRAINT conversions_pkey PRIMARY KEY (account_id, kind, id);
ALTER TABLE ONLY public.credentials
    ADD CONSTRAINT credentials_hash_key UNIQUE (hash);
ALTER TABLE ONLY public.credentials
    ADD CONSTRAINT credentials_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.cursor_keys
    ADD CONSTRAINT cursor_keys_pkey PRIMARY KEY (account_id);
ALTER TABLE ONLY public.due_invitations
    ADD CONSTRAINT due_invitations_pkey PRIMARY KEY (account_id, user_id);
ALTER TABLE ONLY public.due_invites
    ADD CONSTRAINT due_invites_pkey PRIMARY KEY (account_id);
ALTER TABLE ONLY public.epochs
    ADD CONSTRAINT epochs_pkey PRIMARY KEY (account_id);
ALTER TABLE ONLY public.erased_people
    ADD CONSTRAINT erased_people_pkey PRIMARY KEY (account_id, hash, person);
ALTER TABLE ONLY public.feed
    ADD CONSTRAINT feed_account_id_list_kind_id_key UNIQUE (account_id, list, kind, id);
ALTER TABLE ONLY public.feed_fields
    ADD CONSTRAINT feed_fields_pkey PRIMARY KEY (account_id, list, kind, id, key);
ALTER TABLE ONLY public.feed
    ADD CONSTRAINT feed_pkey PRIMARY KEY (account_id, list, at, kind, id);
ALTER TABLE ONLY public.feed_ratings
    ADD CONSTRAINT feed_ratings_pkey PRIMARY KEY (account_id, list, id, kind);
ALTER TABLE ONLY public.feed_segments
    ADD CONSTRAINT feed_segments_pkey PRIMARY KEY (account_id, list, with_tail, first_at, first_kind, first_id);
ALTER TABLE ONLY public.feed_tombstones
    ADD CONSTRAINT feed_tombstones_account_id_public_list_public_id_key UNIQUE (account_id, public_list, public_id);
ALTER TABLE ONLY public.feed_tombstones
    ADD CONSTRAINT feed_tombstones_pkey PRIMARY KEY (account_id, revision, list, kind, id);
ALTER TABLE ONLY public.groups
    ADD CONSTRAINT groups_pkey PRIMARY KEY (account_id, id);
ALTER TABLE ONLY public.import_attempts
    ADD CONSTRAINT import_attempts_pkey PRIMARY KEY (account_id, id);
ALTER TABLE ONLY public.import_connections
    ADD CONSTRAINT import_connections_pkey PRIMARY KEY (account_id, name);
ALTER TABLE ONLY public.import_errors
    ADD CONSTRAINT import_errors_pkey PRIMARY KEY (account_id, run_id, id);
ALTER TABLE ONLY public.import_runs
    ADD CONSTRAINT import_runs_pkey PRIMARY KEY (account_id, id);
ALTER TABLE ONLY public.invitation_links
    ADD CONSTRAINT invitation_links_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_pkey PRIMARY KEY (account_id, user_id);
ALTER TABLE ONLY public.invite_keys
    ADD CONSTRAINT invite_keys_pkey PRIMARY KEY (account_id, kind, value, sent_at, id);
ALTER TABLE ONLY public.invites
    ADD CONSTRAINT invites_pkey PRIMARY KEY (account_id, id);
ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.kept_responses
    ADD CONSTRAINT kept_responses_pkey PRIMARY KEY (account_id, key);
ALTER TABLE ONLY public.last_user_ids
    ADD CONSTRAINT last_user_ids_pkey PRIMARY KEY (account_id);
ALTER TABLE ONLY public.listing_metrics
    ADD CONSTRAINT listing_metrics_pkey PRIMARY KEY (account_id, location_id, month, metric_type);
ALTER TABLE ONLY public.listings
    ADD CONSTRAINT listings_pkey PRIMARY KEY (account_id, id);
ALTER TABLE ONLY public.load_parts
    ADD CONSTRAINT load_parts_pkey PRIMARY KEY (account_id, staging, step, "position");
ALTER TABLE ONLY public.loads
    ADD CONSTRAINT loads_pkey PRIMARY KEY (account_id);
ALTER TABLE ONLY public.locations
    ADD CONSTRAINT locations_pkey PRIMARY KEY (account_id, id);
ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_pkey PRIMARY KEY (account_id, id);
ALTER TABLE ONLY public.nps_surveys
    ADD CONSTRAINT nps_surveys_pkey PRIMARY KEY (account_id, id);
ALTER TABLE ONLY public.passwords
    ADD CONSTRAINT passwords_pkey PRIMARY KEY (account_id, user_id);
ALTER TABLE ONLY public.patient_files
    ADD CONSTRAINT patient_files_pkey PRIMARY KEY (account_id, id);
ALTER TABLE ONLY public.patient_warnings
    ADD CONSTRAINT patient_warnings_pkey PRIMARY KEY (account_id, file_id, id);
ALTER TABLE ONLY public.platforms
    ADD CONSTRAINT platforms_pkey PRIMARY KEY (account_id, id);
ALTER TABLE ONLY public.providers
    ADD CONSTRAINT providers_pkey PRIMARY KEY (account_id, id);
ALTER TABLE ONLY public.rating_counts
    ADD CONSTRAINT rating_counts_pkey PRIMARY KEY (account_id, platform_id, list, location_id, provider_id, rating);
ALTER TABLE ONLY public.reviews
    ADD CONSTRAINT reviews_pkey PRIMARY KEY (account_id, id);
ALTER TABLE ONLY public.spends
    ADD CONSTRAINT spends_pkey PRIMARY KEY (account_id, id);
ALTER TABLE ONLY public.staged_rows
    ADD CONSTRAINT staged_rows_pkey PRIMARY KEY (account_id, staging, "position");
ALTER TABLE ONLY public.stops
    ADD CONSTRAINT stops_pkey PRIMARY KEY (account_id, contact);
ALTER TABLE ONLY public.submissions
    ADD CONSTRAINT submissions_pkey PRIMARY KEY (account_id, id);
ALTER TABLE ONLY public.survey_responses
    ADD CONSTRAINT survey_responses_pkey PRIMARY KEY (account_id, id);
ALTER TABLE ONLY public.surveys
    ADD CONSTRAINT surveys_pkey PRIMARY KEY (account_id, id);
ALTER TABLE ONLY public.user_images
    ADD CONSTRAINT user_images_pkey PRIMARY KEY (account_id, user_id);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (account_id, id);
ALTER TABLE ONLY public.watermarks
    ADD CONSTRAINT watermarks_pkey PRIMARY KEY (account_id);
ALTER TABLE ONLY public.widget_ids
    ADD CONSTRAINT widget_ids_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.widgets
    ADD CONSTRAINT widgets_pkey PRIMARY KEY (account_id);
CREATE INDEX appointment_keys_by_booking ON public.appointment_keys USING btree (account_id, kind, value, form, booked_day, at, id, booked_form, booked_at) WHERE ((kind = 'phone'::text) OR (kind = 'email'::text));
CREATE INDEX appointment_keys_by_time ON public.appointment_keys USING btree (account_id, kind, value, form, at, id, booked_form, booked_at) WHERE ((kind = 'phone'::text) OR (kind = 'email'::text));
CREATE INDEX assertions_by_end ON public.assertions USING btree (account_id, until);
CREATE INDEX clients_of_account ON public.clients USING btree (account_id, created_at);
CREATE INDEX closing_conversions ON public.conversions USING btree (account_id, appointment_id, closes) WHERE closes;
CREATE INDEX conversions_by_origin ON public.conversions USING btree (account_id, origin, at, appointment_id, closes, new_patient);
CREATE INDEX conversions_of_appointments ON public.conversions USING btree (account_id, appointment_id, kind, id) WHERE (appointment_id IS NOT NULL);
CREATE INDEX credentials_of_account ON public.credentials USING btree (account_id, id);
CREATE INDEX due_invitations_by_time ON public.due_invitations USING btree (due_at);
CREATE INDEX feed_by_modification ON public.feed USING btree (account_id, list, modified_at, kind, id);
CREATE INDEX feed_by_provider ON public.feed USING btree (account_id, list, provider_id, at, kind, id) WHERE (provider_id IS NOT NULL);
CREATE INDEX feed_by_revision ON public.feed USING btree (account_id, revision, list, kind, id);
CREATE INDEX feed_fields_by_key ON public.feed_fields USING btree (account_id, key, at, kind, id);
CREATE INDEX feed_ratings_shown ON public.feed_ratings USING btree (account_id, list, at, kind, id, platform_id, location_id, provider_id, rating) WHERE is_shown;
CREATE INDEX feed_segments_ends ON public.feed_segments USING btree (account_id, list, with_tail, first_at, first_kind, first_id, last_at, last_kind, last_id, until_at, until_kind, until_id, count, length, crc, revision, changes_length, changes_crc);
CREATE INDEX import_attempts_by_status ON public.import_attempts USING btree (account_id, status, id);
CREATE INDEX import_errors_by_type ON public.import_errors USING btree (account_id, run_id, side, type, id);
CREATE INDEX import_runs_by_digest ON public.import_runs USING btree (account_id, digest, id);
CREATE INDEX import_runs_by_state ON public.import_runs USING btree (account_id, is_complete, id);
CREATE INDEX invitation_links_by_address ON public.invitation_links USING btree (account_id, address, mailed_at);
CREATE INDEX invitation_links_by_end ON public.invitation_links USING btree (account_id, until);
CREATE INDEX invitation_links_by_mailing ON public.invitation_links USING btree (account_id, mailed_at);
CREATE INDEX invites_waiting ON public.invites USING btree (account_id, sent_at, id) WHERE is_waiting;
CREATE INDEX kept_responses_by_time ON public.kept_responses USING btree (account_id, at);
CREATE INDEX nps_surveys_by_invite ON public.nps_surveys USING btree (account_id, invite_id) WHERE (invite_id IS NOT NULL);
CREATE INDEX patient_files_by_digest ON public.patient_files USING btree (account_id, digest, id);
CREATE INDEX patient_files_by_status ON public.patient_files USING btree (account_id, status, id);
CREATE INDEX patient_files_by_time ON public.patient_files USING btree (account_id, created_at, id);
CREATE INDEX reviews_by_invite ON public.reviews USING btree (account_id, invite_id) WHERE (invite_id IS NOT NULL);
CREATE INDEX spends_by_end ON public.spends USING btree (account_id, end_date);
CREATE INDEX submissions_by_identity ON public.submissions USING btree (account_id, identity);
CREATE INDEX test_submissions ON public.submissions USING btree (account_id, is_test) WHERE is_test;
CREATE INDEX users_by_email ON public.users USING btree (account_id, email_key);
CREATE INDEX users_by_role ON public.users USING btree (account_id, role, active, id);
CREATE INDEX waiting_by_email ON public.conversions USING btree (account_id, email, at) WHERE ((appointment_id IS NULL) AND (email IS NOT NULL));
CREATE INDEX waiting_by_name ON public.conversions USING btree (account_id, last_name, scheduled_date, at) WHERE ((appointment_id IS NULL) AND (last_name IS NOT NULL) AND (scheduled_date IS NOT NULL));
CREATE INDEX waiting_by_patient ON public.conversions USING btree (account_id, prospect_id, at) WHERE ((appointment_id IS NULL) AND (prospect_id IS NOT NULL));
CREATE INDEX waiting_by_phone ON public.conversions USING btree (account_id, phone, at) WHERE ((appointment_id IS NULL) AND (phone IS NOT NULL));
ALTER TABLE ONLY public.account_settings
    ADD CONSTRAINT account_settings_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.assertions
    ADD CONSTRAINT assertions_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.audit
    ADD CONSTRAINT audit_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.audit_failures
    ADD CONSTRAINT audit_failures_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.audit_retention
    ADD CONSTRAINT audit_retention_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.call_names
    ADD CONSTRAINT call_names_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.campaigns
    ADD CONSTRAINT campaigns_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.catalog_versions
    ADD CONSTRAINT catalog_versions_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.clients
    ADD CONSTRAINT clients_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.conversions
    ADD CONSTRAINT conversions_account_id_campaign_id_fkey FOREIGN KEY (account_id, campaign_id) REFERENCES public.campaigns(account_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.conversions
    ADD CONSTRAINT conversions_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.conversions
    ADD CONSTRAINT conversions_account_id_location_id_fkey FOREIGN KEY (account_id, location_id) REFERENCES public.locations(account_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.conversions
    ADD CONSTRAINT conversions_account_id_provider_id_fkey FOREIGN KEY (account_id, provider_id) REFERENCES public.providers(account_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.credentials
    ADD CONSTRAINT credentials_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.cursor_keys
    ADD CONSTRAINT cursor_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.due_invitations
    ADD CONSTRAINT due_invitations_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.due_invites
    ADD CONSTRAINT due_invites_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.epochs
    ADD CONSTRAINT epochs_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.erased_people
    ADD CONSTRAINT erased_people_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.groups
    ADD CONSTRAINT groups_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.import_attempts
    ADD CONSTRAINT import_attempts_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.import_connections
    ADD CONSTRAINT import_connections_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.import_runs
    ADD CONSTRAINT import_runs_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.invitation_links
    ADD CONSTRAINT invitation_links_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES public.users(account_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.kept_responses
    ADD CONSTRAINT kept_responses_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.last_user_ids
    ADD CONSTRAINT last_user_ids_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.listing_metrics
    ADD CONSTRAINT listing_metrics_account_id_location_id_fkey FOREIGN KEY (account_id, location_id) REFERENCES public.locations(account_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.listings
    ADD CONSTRAINT listings_account_id_location_id_fkey FOREIGN KEY (account_id, location_id) REFERENCES public.locations(account_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.listings
    ADD CONSTRAINT listings_account_id_provider_id_fkey FOREIGN KEY (account_id, provider_id) REFERENCES public.providers(account_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.load_parts
    ADD CONSTRAINT load_parts_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.loads
    ADD CONSTRAINT loads_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.locations
    ADD CONSTRAINT locations_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.nps_surveys
    ADD CONSTRAINT nps_surveys_account_id_location_id_fkey FOREIGN KEY (account_id, location_id) REFERENCES public.locations(account_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.nps_surveys
    ADD CONSTRAINT nps_surveys_account_id_platform_id_fkey FOREIGN KEY (account_id, platform_id) REFERENCES public.platforms(account_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.nps_surveys
    ADD CONSTRAINT nps_surveys_account_id_provider_id_fkey FOREIGN KEY (account_id, provider_id) REFERENCES public.providers(account_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.passwords
    ADD CONSTRAINT passwords_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.passwords
    ADD CONSTRAINT passwords_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES public.users(account_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.patient_files
    ADD CONSTRAINT patient_files_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.patient_warnings
    ADD CONSTRAINT patient_warnings_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.platforms
    ADD CONSTRAINT platforms_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.providers
    ADD CONSTRAINT providers_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews
    ADD CONSTRAINT reviews_account_id_location_id_fkey FOREIGN KEY (account_id, location_id) REFERENCES public.locations(account_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews
    ADD CONSTRAINT reviews_account_id_platform_id_fkey FOREIGN KEY (account_id, platform_id) REFERENCES public.platforms(account_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews
    ADD CONSTRAINT reviews_account_id_provider_id_fkey FOREIGN KEY (account_id, provider_id) REFERENCES public.providers(account_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.spends
    ADD CONSTRAINT spends_account_id_campaign_id_fkey FOREIGN KEY (account_id, campaign_id) REFERENCES public.campaigns(account_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.stops
    ADD CONSTRAINT stops_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.submissions
    ADD CONSTRAINT submissions_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.survey_responses
    ADD CONSTRAINT survey_responses_account_id_location_id_fkey FOREIGN KEY (account_id, location_id) REFERENCES public.locations(account_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.survey_responses
    ADD CONSTRAINT survey_responses_account_id_provider_id_fkey FOREIGN KEY (account_id, provider_id) REFERENCES public.providers(account_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.survey_responses
    ADD CONSTRAINT survey_responses_account_id_survey_id_fkey FOREIGN KEY (account_id, survey_id) REFERENCES public.surveys(account_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.surveys
    ADD CONSTRAINT surveys_account_id_id_fkey FOREIGN KEY (account_id, id) REFERENCES public.platforms(account_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.user_images
    ADD CONSTRAINT user_images_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.watermarks
    ADD CONSTRAINT watermarks_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.widget_ids
    ADD CONSTRAINT widget_ids_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.widgets
    ADD CONSTRAINT widgets_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE public.account_settings ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.appointment_digests ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.appointment_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.appointments ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.assertions ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.audit ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.audit_failures ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.audit_retention ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.call_names ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.campaigns ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.conversions ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.cursor_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.epochs ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.erased_people ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.feed ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.feed_fields ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.feed_ratings ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.feed_segments ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.feed_tombstones ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.groups ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.import_attempts ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.import_connections ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.import_errors ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.import_runs ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.invitations ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.invite_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.invites ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.kept_responses ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.last_user_ids ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.listing_metrics ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.listings ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.load_parts ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.loads ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.locations ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.messages ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.nps_surveys ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON public.account_settings USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.appointment_digests USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.appointment_keys USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.appointments USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.assertions USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.audit USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.audit_failures USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.audit_retention USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.call_names USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.campaigns USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.conversions USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.cursor_keys USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.epochs USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.erased_people USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.feed USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.feed_fields USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.feed_ratings USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.feed_segments USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.feed_tombstones USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.groups USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.import_attempts USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.import_connections USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.import_errors USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.import_runs USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.invitations USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.invite_keys USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.invites USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.kept_responses USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.last_user_ids USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.listing_metrics USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.listings USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.load_parts USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.loads USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.locations USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.messages USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.nps_surveys USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.passwords USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.patient_files USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.patient_warnings USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.platforms USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.providers USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.rating_counts USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.reviews USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.spends USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.staged_rows USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.stops USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.submissions USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.survey_responses USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.surveys USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.user_images USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.users USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
CREATE POLICY own_rows ON public.widgets USING ((account_id = (NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint));
ALTER TABLE public.passwords ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.patient_files ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.patient_warnings ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.platforms ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.providers ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.rating_counts ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.reviews ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.spends ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.staged_rows ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.stops ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.submissions ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.survey_responses ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.surveys ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.user_images ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.users ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.widgets ENABLE ROW LEVEL SECURITY;
