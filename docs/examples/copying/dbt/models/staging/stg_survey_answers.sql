select
    answers._id as response_key,
    answers._index as position,
    answers.question_id,
    answers.question_text,
    answers.val as answer,
    answers.comment,
    responses._survey_id as survey_id,
    responses.location_id
from {{ source('repute', 'survey_answers') }} as answers
join {{ source('repute', 'survey_responses') }} as responses on responses._id = answers._id
