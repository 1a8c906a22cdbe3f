select
    id as location_id,
    location_name
from {{ source('repute', 'locations') }}
