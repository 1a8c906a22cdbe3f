import { constants } from "node:fs";
import { access, stat, statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { uploadFolderOf } from "../open-domain.js";
import { databaseFile, isPostgresUrl } from "../settings/address.js";
import type { Config } from "../settings/config.js";
import { type Finding, findingsOf } from "./finding.js";

/** Files beside a SQLite database, by the ending of their names. */
const endings = ["", "-wal", "-shm", ".lock", ".token-keys"];

/** Checks that only the server's user can use the database, the keys and the folders for uploads and images. */
export async function checkFiles(config: Config): Promise<readonly Finding[]> {
  const { databaseUrl, imageFolder } = config;
  const { ok } = findingsOf("files");
  const database = isPostgresUrl(databaseUrl) ? [] : endings.map((ending) => databaseFile(databaseUrl) + ending);
  const folders = [uploadFolderOf(config), ...(imageFolder === undefined ? [] : [imageFolder])];
  const findings = (
    await Promise.all([...[...database, ...folders].map(fileFindings), ...folders.map(folderFindings)])
  ).flat();
  return findings.length > 0 ? findings : [ok("Only the user of this command can use the files of the server")];
}

async function fileFindings(path: string): Promise<readonly Finding[]> {
  const { warning, wrong } = findingsOf("files");
  const found = await stat(path).catch(unlessAbsent);
  if (!found) return [];
  // SQLite deletes its log files when the database closes. Such a file may have disappeared since `stat`.
  const isUsable = await access(path, constants.R_OK | constants.W_OK).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code === "ENOENT",
  );
  if (!isUsable)
    return [wrong(`This user cannot read and write ${path}. Run \`repute\` as the user of the server, or run chown.`)];
  const isShared = (found.mode & 0o007) !== 0;
  const isOthers = found.uid !== process.getuid?.();
  return [
    ...(isShared ? [warning(`Other users of this machine can use ${path}. Run: chmod o= '${path}'`)] : []),
    ...(isOthers ? [warning(`Another user owns ${path}. Run \`repute\` as the user of the server.`)] : []),
  ];
}

/** Returns a finding if this user cannot create a folder that does not exist. */
async function folderFindings(path: string): Promise<readonly Finding[]> {
  if ((await stat(path).catch(unlessAbsent)) || (await canCreate(resolve(path)))) return [];
  return [findingsOf("files").wrong(`This user cannot create ${path}. Create the folder, or set another one.`)];
}

async function canCreate(path: string): Promise<boolean> {
  const parent = dirname(path);
  const found = await stat(parent).catch(unlessAbsent);
  if (!found) return canCreate(parent);
  const isWritable = await access(parent, constants.W_OK).then(
    () => true,
    () => false,
  );
  return found.isDirectory() && isWritable;
}

/** Free space in bytes below which a folder is reported. */
const [scarce, tight] = [256_000_000, 2_000_000_000];

/** Checks the free space where the database, the uploads and the images are. */
export async function checkDisk(config: Config): Promise<readonly Finding[]> {
  const { databaseUrl, imageFolder } = config;
  const database = isPostgresUrl(databaseUrl) ? [] : [dirname(databaseFile(databaseUrl))];
  const folders = [...database, uploadFolderOf(config), ...(imageFolder === undefined ? [] : [imageFolder])];
  return (await Promise.all([...new Set(folders)].map(spaceFindings))).flat();
}

/** Returns how much space is free in a folder, or nothing if this machine does not have the folder. */
export async function spaceFindings(folder: string): Promise<readonly Finding[]> {
  const { ok, warning, wrong } = findingsOf("disk");
  const found = await statfs(folder).catch(unlessAbsent);
  if (!found) return [];
  const free = found.bavail * found.bsize;
  const text = `${folder} has ${(free / 1e9).toFixed(1)} GB of free space`;
  if (free < scarce) return [wrong(`${text}. Free some space or use a larger disk, because writes will fail soon.`)];
  return [free < tight ? warning(`${text}. The next backup or large file may need more.`) : ok(text)];
}

function unlessAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
}
