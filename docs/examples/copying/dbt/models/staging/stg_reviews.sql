select
    _id as review_key,
    create_time as reviewed_at,
    rating,
    comment,
    platform,
    location_id,
    provider_id,
    _changed_at as changed_at
from {{ source('repute', 'reviews') }}
