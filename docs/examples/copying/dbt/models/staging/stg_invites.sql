select
    _id as invite_key,
    sent_at,
    opened as opened_at,
    type as sent_by_way_of,
    status,
    proceeded_to_review,
    _location_id as location_id,
    _provider_id as provider_id,
    _changed_at as changed_at
from {{ source('repute', 'invites') }}
