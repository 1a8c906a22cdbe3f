select
    _id as invite_key,
    sent_at,
    opened as opened_at,
    type as sent_by_way_of,
    status,
    proceeded_to_review,
    cast(location_id as bigint) as location_id,
    cast(provider_id as bigint) as provider_id,
    _changed_at as changed_at
from {{ source('repute', 'invites') }}
