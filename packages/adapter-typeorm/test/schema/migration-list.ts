import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(__dirname, "../../src/tables/migrations");

/** Path of the module that lists the migrations. */
export const listFile = join(folder, "migrations.ts");

/** Returns the source text of the module that lists the migrations of the folder. */
export function listModule(): string {
  const files = readdirSync(folder).filter((file) => /^\d+-.*\.ts$/.test(file));
  const migrations = files.sort().map((file) => {
    const [, name] = /^export class (\w+)/m.exec(readFileSync(join(folder, file), "utf8")) ?? [];
    if (name === undefined) throw new Error(`${file} exports no migration`);
    return { name, path: `./${file.replace(/ts$/, "js")}` };
  });
  return `// Generated from this folder by \`npm run schema -w @repute/adapter-typeorm\`.
${migrations.map(({ name, path }) => `import { ${name} } from "${path}";\n`).join("")}
/** All migrations, oldest first. A released migration must not be changed. Later migrations can modify its tables. */
export const migrations = [
${migrations.map(({ name }) => `  ${name},\n`).join("")}] as const;

export const migrationNames: readonly string[] = migrations.map(({ name }) => name);
`;
}
