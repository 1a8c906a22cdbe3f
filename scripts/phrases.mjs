/**
 * Phrases to avoid, each with a suggestion.
 * A phrase is the source of a regular expression without anchors.
 * It matches whole words in any case, and its spaces also match line breaks.
 * The spell checker reports single words, with `flagWords` in `checks/cspell.json`.
 */
export const phrases = [
  // Archaic or literary
  ["(?:to be|can be|could be|be) had", "available"],
  ["for ever", "indefinitely"],
  ["but for", "except for"],
  ["by now", "already"],
  ["from here on", "after this point, starting at"],
  ["of late", "recently"],
  ["for (?:want|lack) of|save for", "without, except for"],
  ["from there on", "after this point, starting at"],
  ["nothing but", "only"],
  ["none but", "only"],
  ["once more", "again"],
  ["in the place of|in its place", "instead of, instead"],
  ["as it were|so to speak", "nothing: delete it"],
  ["at will", "freely, at any time"],
  ["a (?:few|good) many", "many, or the number"],

  // Paraphrases instead of a noun
  ["somebody(?: else)?|someone else", "the noun: the caller, another process, another account"],
  ["whoever|whosoever", "the noun: the caller, the client, any user who"],
  ["nobody (?:was|is|has|asks|can|knows|holds|reads)", "no caller, no client, no process"],
  ["who asks|whoever asks|those who ask|who asked", "the caller, the client"],
  ["those (?:that|who|of|with|whose|which)", "the noun: rows that, files of"],
  ["the one (?:that|who|of|with)|the ones (?:that|of|with)", "the noun again"],
  ["that which", "what, or the noun"],
  ["of which (?:that|the|it)", "whose, or two sentences"],
  ["what (?:came|comes|became|becomes) of", "the result of, the outcome of"],
  [
    "what is (?:wrong|said|sent|stored|deleted|served|kept|printed|asked|named|shown|read|written|published)",
    "the noun: errors, stored data, deletions",
  ],
  [
    "what was (?:wrong|said|sent|stored|deleted|served|kept|printed|asked|named|shown|read|written|there|added)",
    "the noun: messages, deletions, the request",
  ],
  ["what (?:stands|lies|counts|follows|goes|holds)", "the noun"],
  ["everything that|all that (?:is|was|has|follows)", "the noun: all records, every row"],
  ["anything (?:but|else than)", "anything except, or the rule as a positive sentence"],
  ["in whose", "whose, or name the owner"],
  ["whose \\w+ (?:it|they) (?:is|are)", "the noun: the owner of the row"],
  ["(?:by|for|of|to|from) whom", "who, or name the person"],
  ["there is no such thing", "not found"],

  // Measures and limits
  ["(?:at most |of |as |only |no more than )?(?<!, )so many", "the limit or number: maximum number of, up to 100"],
  ["so (?:much|long|often)(?= *[.;:)])", "that much, for that time: name the limit"],
  ["at most so", "up to, maximum number of"],
  ["as many as", "the limit or number: up to 100"],
  ["so far ahead|ahead of (?:ours|theirs|mine)", "the limit with its unit: maximum clock skew in seconds"],
  ["no more than (?:that|this|these|so)", "at most and the number"],
  ["for how long", "how long, retention, duration of"],
  ["is good for|are good for", "is valid for, expires after"],
  ["an? \\w+ an? (?:line|row|list|day|file|message|test)", "one item per line"],
  ["one \\w+ an? (?:line|row|list|day|file|message|run|channel|use case)", "one row per line"],
  ["up to and including this", "inclusive end of the range"],

  // Demonstratives without a referent
  ["(?<!(?:is|are) )the same (?:of|without|with|for|holds|is true)", "name it again"],
  ["the last ones? (?:that|of|which)", "the noun again: the last row that"],
  ["so (?:is|are|does|do)(?! not)", "also, and a full sentence"],
  [
    "as (?:it|they) (?:stands?|lies?|comes?|(?:is|are|was|were)(?= *[,.;:]))",
    "unchanged, as stored, in its current form",
  ],
  ["(?:more|many|half) of them", "the noun: all rows, each request"],
  ["of its own|of their own|of one's own|of his own|of her own", "its own, a separate"],
  ["that it (?:is|was) (?:that|which)", "that"],
  ["(?:says?|said|saying|tells?) so", "reports it: name the message or value"],
  ["without one", "if omitted, if there is none: name the noun"],
  ["where it is (?:not|there|known)", "if it exists, if known"],
  ["when (?:it is|they are) (?:not )?there", "if it exists, if missing"],
  ["(?:is|are|was|were) (?:not )?there(?= *[,.;:])", "exists, is available, is missing"],
  ["(?:was|were) there already", "already existed"],

  // Verbs that are not used like this in English
  ["(?:is|are|was|were) told(?! to)", "reports, shows: name who says what"],
  ["tells? (?:of|that|which|what|apart|it)|told (?:by|of|apart)", "reports, shows, identifies"],
  ["(?:take|takes|took|taken|taking) (?:out|away)", "remove, delete"],
  ["(?:lie|lies|lay) (?:beside|in|on|with|there|before|between|open)", "is next to, is stored in"],
  [
    "(?:stand|stands|stood) (?:in(?! for)|on|beside|there|before|for itself|alone|at|with|like this)",
    "is in, is shown in, appears in",
  ],
  ["(?:stays?|stayed|kept|keeps?|keep) right", "stays in sync, keeps in sync"],
  ["(?:give|gives|gave|given) out", "issue, return, assign"],
  ["(?:gives?|takes?) or (?:gives?|takes?)", "adds or deletes"],
  ["leaves? everything to", "does nothing: name who acts"],
  ["gets? (?:its|their) turn", "can run, is scheduled"],
  ["hands? (?:on|out|over)", "passes, forwards, returns"],
  ["(?:is|are|was|were) gone", "is deleted, is closed"],
  ["(?:is|are|was|were) (?:meant|had|made) for", "is intended for, or the audience claim"],
  ["makes? (?:much |little |nothing |something )?of", "interprets, produces"],
  ["passed over", "ignored, skipped"],
  ["left (?:alone|out)", "unchanged; omitted, skipped"],
  ["do(?:es)? (?:no|any) harm", "has no effect, is safe"],
  ["(?:goes|go|went) on", "continues"],
  ["(?:cannot|can) tell", "cannot determine, can distinguish"],
  ["asked for", "requested"],
  ["(?:is|are|was|were) asked", "receives a request, is queried, is called"],
  ["(?:bear|bears|bore) (?:the|its|a|that)", "has"],
  ["mind (?:it|them|that|the)", "note, consider, check"],
  ["(?:is|are) to be (?!had)\\w+", "must be, will be"],
  ["have to stay", "must stay, keep"],
  ["(?:comes?|came) (?:with that|of|back|by|along)", "returns, results from, is included"],
  ["(?:may|can|shall|will) (?:ever|never)", "never with the verb alone"],
  ["not any more|any more(?= *[,.;:])", "no longer"],
  ["can be used now|cannot be used now", "is available, is temporarily unavailable"],
  ["(?<!(?:is|are) )look(?:s|ed)? (?:at|up) (?:by|of)", "looks up by: name the key"],
  ["wants? to be|need not be", "must be, does not have to be"],

  // Nouns and adjectives
  [
    "(?:a|the|this|that|each|every|other|empty) texts?(?! (?:message|file|editor|field|color|node|output|direction|of|between|around))",
    "a string",
  ],
  ["decimal text", "decimal string"],
  ["made-up|made up(?! of)", "fictional, sample"],
  ["in one (?:way|go) for all", "the same way for"],
  ["the last ones? first", "newest first"],
  ["from right to left", "right-to-left"],
  ["for everybody", "accessibility, or the audience"],
  ["anybody|everybody", "anyone, everyone: or the noun"],
  ["such (?:an?) (?:one|thing)", "the noun"],
  ["of (?:a|the) client's own", "chosen by the client"],
  ["one's", "your, or the noun"],
  ["(?:two|three|four|five|\\w+th) at (?:a|one) time", "concurrently, in batches of"],
  ["(?<!or )not at all", "not, never"],
];

/** Text at the start of a comment or of a description in the API document, which paraphrases a noun. */
export const openings = [
  ["what|whose|which|where|how (?:often|long|many|much)", "the noun: maximum number of, identifier of, window of"],
  ["as (?:many|much)|at most so|of", "the limit or number"],
  ["everything|anything|those|the (?:one|ones|same|last one)", "the noun"],
];

/** Forms to avoid in summaries and descriptions of the API document. */
export const forms = [
  [/"description": "[a-z]/g, "a capital letter at the start"],
  [/"description": ".*[^.!?`)|]",?$/gm, "a period at the end"],
  [/"summary": ".*\.",?$/gm, "no period at the end"],
];
