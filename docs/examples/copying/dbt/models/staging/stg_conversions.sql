select
    conversion_id,
    date as converted_at,
    type as conversion_type,
    channel,
    campaign,
    source as marketing_source,
    new_patient,
    _appointment_id is not null as led_to_appointment,
    _campaign_id as campaign_id,
    _location_id as location_id,
    _provider_id as provider_id,
    _changed_at as changed_at
from {{ source('repute', 'conversions') }}
