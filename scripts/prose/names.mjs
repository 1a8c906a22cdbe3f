import ts from "typescript";

/** Names to avoid, each with a suggestion. */
const names = new Map([
  ["kept", "stored, remaining, cached"],
  ["told", "reported, published"],
  ["taken", "used, assigned, occupied"],
  ["gone", "deleted, closed, disconnected"],
  ["given", "input, loaded, the noun"],
  ["asked", "requested, args"],
  ["said", "the noun: fields, text, response"],
  ["many", "the plural noun"],
  ["few", "the plural noun or a limit"],
  ["most", "max, peak"],
  ["least", "min"],
  ["but", "withChanges, except"],
  ["lately", "recently"],
  ["whose", "ownerOf"],
]);

/** Words to avoid as a part of a name, each with a suggestion. */
const words = new Map([
  ["told", "reported, published"],
  ["untold", "unreported"],
  ["anew", "again, new"],
  ["lend", "acquire, borrow"],
  ["lent", "acquired, borrowed"],
  ["lendable", "available"],
  ["noteworthy", "due, reportable"],
  ["askable", "the noun: request, path"],
  ["asker", "requester, caller"],
  ["unasked", "unrequested"],
  ["unsaid", "missing, undefined"],
  ["saying", "the noun: description, field"],
  ["sayings", "the noun: descriptions, fields"],
  ["sought", "search, wanted"],
  ["lest", "a standard term"],
  ["whence", "source, origin"],
  ["thereof", "a standard term"],
  ["somebody", "the noun: caller, client, user"],
  ["nobody", "the noun: no caller, no client"],
  ["whoever", "the noun: caller, client, user"],
]);

/** Groups of words to avoid in a name, each with a suggestion. */
const groups = [
  [/(?:^|[a-z])(?:M|m)ost(?:[A-Z](?!requent|ecent|ommon)\w*)/, "max"],
  [/^(?:at|At)(?:Most|Least)/, "max, min"],
  [/(?:^|[a-z])[Tt]ake(?:s|n)?(?:In|Out|Away)(?![a-z])/, "remove, accept"],
  [/(?:^|[a-z])[Gg]iv(?:e|es|en)Out(?![a-z])/, "issue, assigned"],
  [/(?:^|[a-z])[Oo]neAhead(?![a-z])/, "prefetch"],
  [/(?:^|[a-z])[Ff]orEver(?![a-z])/, "unlimited"],
  [/(?:^|[a-z])[Gg]oesOn(?![a-z])/, "continues, isRunning"],
];

const kinds = new Set([
  ts.SyntaxKind.VariableDeclaration,
  ts.SyntaxKind.Parameter,
  ts.SyntaxKind.BindingElement,
  ts.SyntaxKind.FunctionDeclaration,
  ts.SyntaxKind.FunctionExpression,
  ts.SyntaxKind.ClassDeclaration,
  ts.SyntaxKind.TypeAliasDeclaration,
  ts.SyntaxKind.InterfaceDeclaration,
  ts.SyntaxKind.TypeParameter,
  ts.SyntaxKind.NamedTupleMember,
  ts.SyntaxKind.MethodSignature,
  ts.SyntaxKind.MethodDeclaration,
  ts.SyntaxKind.PropertySignature,
  ts.SyntaxKind.PropertyDeclaration,
  ts.SyntaxKind.GetAccessor,
]);

/**
 * Returns the names to avoid that a source declares, each with its offset and a suggestion.
 * Keys of object literals are not checked, because many keys are published.
 */
export function nameHits(source) {
  const hits = [];
  const visit = (node) => {
    if (kinds.has(node.kind) && node.name && ts.isIdentifier(node.name)) {
      const suggestion = suggestionFor(node.name.text);
      if (suggestion !== undefined) hits.push({ index: node.name.end, phrase: node.name.text, suggestion });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return hits;
}

/** Returns a suggestion for a name to avoid, and undefined for other names. */
function suggestionFor(name) {
  const exact = names.get(name.toLowerCase());
  if (exact !== undefined) return exact;
  const word = name.split(/(?<=[a-z0-9])(?=[A-Z])|_/).find((part) => words.has(part.toLowerCase()));
  return word ? words.get(word.toLowerCase()) : groups.find(([pattern]) => pattern.test(name))?.[1];
}
