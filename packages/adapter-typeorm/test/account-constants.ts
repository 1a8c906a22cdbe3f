import { loadModule, parseSync } from "libpg-query";

/** Node of a PostgreSQL parse tree. Some children are wrapped in an object whose only key is the type. */
type Node = Readonly<Record<string, unknown>>;
type Table = { readonly name: string; readonly alias: string };
/** Names of tenant tables, and names of the common table expressions that hide tables of the same name. */
type Scope = { readonly tables: ReadonlySet<string>; readonly hidden: ReadonlySet<string> };
/** Tables of one query level, with the conditions that restrict them. */
type Level = { readonly tables: Table[]; readonly conditions: Condition[] };
type Condition = { readonly node: Node; readonly only: readonly string[] | undefined };

/** Loads the parser. Call it before `missingConstants`. */
export const loadParser = loadModule;

/**
 * Returns one problem per use of a tenant table whose query level does not compare the column `account_id` of that
 * table with a constant or a parameter. An INSERT must have a constant or a parameter as the value of `account_id`.
 * A distributed database can then route each part of a statement to one node without row-level security.
 * Joins do not pass the account from one table to another here, although some databases derive it.
 */
export function missingConstants(sql: string, tables: ReadonlySet<string>): string[] {
  return visit(parseSync(sql).stmts, { tables, hidden: new Set() });
}

const levels: Readonly<Record<string, (statement: Node, scope: Scope) => string[]>> = {
  SelectStmt: inSelect,
  InsertStmt: inInsert,
  UpdateStmt: inUpdate,
  DeleteStmt: inDelete,
  DoStmt: () => ["runs a block that cannot be checked"],
  ExecuteStmt: () => ["runs a statement by its name"],
};

function visit(value: unknown, scope: Scope): string[] {
  if (Array.isArray(value)) return value.flatMap((member) => visit(member, scope));
  if (!isNode(value)) return [];
  if (typeof value["relname"] === "string") {
    return isTenant(value, scope) ? [`uses ${value["relname"]} in a statement that cannot be routed`] : [];
  }
  return Object.entries(value).flatMap(([key, child]) => levels[key]?.(nodeOf(child), scope) ?? visit(child, scope));
}

function inSelect(statement: Node, outer: Scope): string[] {
  const { fromClause, whereClause, larg, rarg, withClause, ...others } = statement;
  const [scope, problems] = withExpressions(withClause, outer);
  const sides = [larg, rarg].filter(isNode).flatMap((side) => inSelect(side, scope));
  const parts = { from: fromClause, where: whereClause, others, problem: "reads all accounts in" };
  return [...problems, ...sides, ...inLevel(parts, scope)];
}

function inUpdate(statement: Node, outer: Scope): string[] {
  const { relation, fromClause, whereClause, withClause, ...others } = statement;
  const [scope, problems] = withExpressions(withClause, outer);
  const from = [{ RangeVar: relation }, ...listOf(fromClause)];
  const parts = { from, where: whereClause, others, problem: "changes rows without the account of" };
  return [...problems, ...inLevel(parts, scope)];
}

function inDelete({ usingClause, ...statement }: Node, scope: Scope): string[] {
  return inUpdate({ ...statement, fromClause: usingClause }, scope);
}

function inInsert(statement: Node, outer: Scope): string[] {
  const { relation, cols, selectStmt, withClause, ...others } = statement;
  const [scope, problems] = withExpressions(withClause, outer);
  const target = nodeOf(relation);
  const named = !isTenant(target, scope) || isAccountInserted(listOf(cols), selectStmt);
  const missing = named ? [] : [`inserts into ${String(target["relname"])} without the account`];
  return [...problems, ...missing, ...visit([selectStmt, others], scope)];
}

function isAccountInserted(columns: readonly unknown[], source: unknown): boolean {
  const place = columns.findIndex((column) => nodeOf(nodeOf(column)["ResTarget"])["name"] === "account_id");
  const { valuesLists, targetList } = nodeOf(nodeOf(source)["SelectStmt"]);
  const rows = listOf(valuesLists).map((row) => listOf(nodeOf(nodeOf(row)["List"])["items"])[place]);
  const selected = nodeOf(nodeOf(listOf(targetList)[place])["ResTarget"])["val"];
  return place >= 0 && (rows.length > 0 ? rows : [selected]).every((value) => isConstant(value) || isUnpacked(value));
}

/** Returns true for a member of a parameter with one value per row: `unnest($1)` or `(value ->> 0)::bigint`. */
function isUnpacked(value: unknown): boolean {
  const { FuncCall: call, TypeCast: cast, A_Expr: operation } = nodeOf(value);
  if (isNode(cast)) return isUnpacked(cast["arg"]);
  if (isNode(operation)) return nameOf(operation["name"]) === "->>" && columnOf(operation["lexpr"])?.name === "value";
  return isNode(call) && nameOf(call["funcname"]) === "unnest" && listOf(call["args"]).every(isConstant);
}

function withExpressions(clause: unknown, scope: Scope): readonly [Scope, string[]] {
  const expressions = listOf(nodeOf(clause)["ctes"]).map((one) => nodeOf(nodeOf(one)["CommonTableExpr"]));
  const hidden = new Set([...scope.hidden, ...expressions.map((one) => String(one["ctename"]))]);
  // Names are hidden only for the statement itself, because an expression may read the table whose name it takes.
  return [{ ...scope, hidden }, expressions.flatMap((one) => visit(one["ctequery"], withoutName(scope, hidden, one)))];
}

const withoutName = (scope: Scope, hidden: ReadonlySet<string>, { ctename }: Node): Scope => ({
  ...scope,
  hidden: new Set([...hidden].filter((name) => name !== ctename || scope.hidden.has(name))),
});

type Parts = { readonly from: unknown; readonly where: unknown; readonly others: Node; readonly problem: string };

function inLevel({ from, where, others, problem }: Parts, scope: Scope): string[] {
  const level: Level = { tables: [], conditions: [{ node: nodeOf(where), only: undefined }] };
  const below = listOf(from).flatMap((item) => collect(item, level, scope));
  const equal = level.conditions.flatMap(({ node, only }) => accountsIn(node).map((alias) => ({ alias, only })));
  const isNamed = ({ alias }: Table) =>
    equal.some((one) => (one.alias ?? soleOf(level)) === alias && (one.only?.includes(alias) ?? true));
  const missing = level.tables.filter((table) => !isNamed(table)).map(({ name }) => `${problem} ${name}`);
  return [...missing, ...below, ...visit([where, others], scope)];
}

/** Returns the alias of the only tenant table of a level, to which a column without an alias belongs. */
const soleOf = ({ tables }: Level) => (tables.length === 1 ? tables[0]?.alias : undefined);

/** Adds the tenant tables of a FROM item to the level. Returns the problems in subqueries. */
function collect(item: unknown, level: Level, scope: Scope): string[] {
  const { RangeVar: table, JoinExpr: join } = nodeOf(item);
  if (isNode(table)) {
    const name = String(table["relname"]);
    if (isTenant(table, scope)) level.tables.push({ name, alias: String(nodeOf(table["alias"])["aliasname"] ?? name) });
    return [];
  }
  return isNode(join) ? collectJoin(join, level, scope) : visit(item, scope);
}

function collectJoin({ jointype, larg, rarg, quals }: Node, level: Level, scope: Scope): string[] {
  const start = level.tables.length;
  const left = collect(larg, level, scope);
  const middle = level.tables.length;
  const right = collect(rarg, level, scope);
  const aliases = level.tables.map(({ alias }) => alias);
  // The condition of an outer join does not restrict the rows of the side that is returned completely.
  const restricted: Readonly<Record<string, readonly string[]>> = {
    JOIN_INNER: aliases.slice(start),
    JOIN_LEFT: aliases.slice(middle),
    JOIN_RIGHT: aliases.slice(start, middle),
  };
  level.conditions.push({ node: nodeOf(quals), only: restricted[String(jointype)] ?? [] });
  return [...left, ...right, ...visit(quals, scope)];
}

/** Returns the aliases of `account_id` columns that a condition compares with a constant. Ignores terms of an OR. */
function accountsIn(condition: Node): (string | undefined)[] {
  const { BoolExpr: connected, A_Expr: comparison } = condition;
  if (isNode(connected)) {
    const terms = connected["boolop"] === "AND_EXPR" ? listOf(connected["args"]) : [];
    return terms.flatMap((term) => accountsIn(nodeOf(term)));
  }
  if (!isNode(comparison) || comparison["kind"] !== "AEXPR_OP" || nameOf(comparison["name"]) !== "=") return [];
  const column = columnOf(comparison["lexpr"]);
  return column?.name === "account_id" && isConstant(comparison["rexpr"]) ? [column.alias] : [];
}

function isConstant(value: unknown): boolean {
  const { TypeCast: cast, ParamRef: parameter, A_Const: constant } = nodeOf(value);
  return isNode(cast) ? isConstant(cast["arg"]) : isNode(parameter) || isNode(constant);
}

function columnOf(value: unknown): { readonly name: string; readonly alias: string | undefined } | undefined {
  const names = listOf(nodeOf(nodeOf(value)["ColumnRef"])["fields"]).map(stringOf);
  return names.length > 0 ? { name: names.at(-1) ?? "", alias: names.at(-2) } : undefined;
}

const isTenant = ({ relname }: Node, { tables, hidden }: Scope): boolean =>
  tables.has(String(relname)) && !hidden.has(String(relname));
const stringOf = (value: unknown): string => String(nodeOf(nodeOf(value)["String"])["sval"]);
const nameOf = (names: unknown): string => listOf(names).map(stringOf).at(-1) ?? "";
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;
const nodeOf = (value: unknown): Node => (isNode(value) ? value : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
