import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";

const root = join(__dirname, "../../..");

/** Returns the code blocks of a section of a guide, by language. */
function blocksOf(guide: string, heading: string, language = "sh"): readonly string[] {
  const text = readFileSync(join(root, "docs/guides", `${guide}.md`), "utf8");
  const [, section] = `\n${text}`.split(`\n${heading}\n`);
  if (section === undefined) throw new Error(`${guide}.md has no section ${heading}`);
  const level = /^#+/.exec(heading)?.[0].length ?? 2;
  const [own = ""] = section.split(new RegExp(`\\n#{2,${Math.max(level, 2)}} `));
  const fences = new RegExp(`^( *)\`\`\`${language}\\n([\\s\\S]*?)\\n *\`\`\`$`, "gm");
  return [...own.matchAll(fences)].map(([, indent = "", code = ""]) =>
    code.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
  );
}

/** Commands that need the network, another machine, nginx or a running systemd. Other tests cover nginx. */
const skipped = /^(git |npm |cd |nginx |ln |journalctl .*-o cat|systemd-analyze |install .*nginx|curl .*https:\/\/)/;

const commands = (guide: string, heading: string): string =>
  blocksOf(guide, heading)
    .map((block) =>
      block
        .split("\n")
        .filter((line) => !skipped.test(line))
        .join("\n"),
    )
    .join("\n");

/** Returns a shell command that runs the job in a crontab as cron does. */
function cronJob(guide: string, heading: string): string {
  const block = blocksOf(guide, heading, "text").find((one) => one.includes("* * *")) ?? "";
  const lines = block.split("\n");
  const settings = lines.filter((line) => /^\w+=/.test(line)).map((line) => `'${line}'`);
  const [, user = "", command = ""] = /^\S+ \S+ \* \* \* (\S+) (.+)$/.exec(lines.at(-1) ?? "") ?? [];
  // cron replaces percent signs with newlines.
  if (command === "" || command.includes("%")) throw new Error(`cron cannot run: ${lines.at(-1)}`);
  const environment = ["SHELL=/bin/sh", "HOME=/", "PATH=/usr/bin:/bin", ...settings].join(" ");
  return `env -i ${environment} setpriv --reuid ${user} --regid ${user} --init-groups /bin/sh -c '${command}'`;
}

/** Changes the root to a copy of the machine's files in memory, without network, and runs a script there. */
const enter = `set -e
mount -t tmpfs tmpfs "$1"; mkdir "$1"/upper "$1"/work "$1"/root
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$1/root"
cd "$1/root"
for place in dev proc "$2"; do mkdir -p "./$place"; mount --rbind "/$place" "./$place"; done
mount -o remount,bind,ro "./$2"
mkdir -p tmp run var/backups opt etc/systemd/system; chmod 1777 tmp
rm -rf etc/repute var/lib/repute* opt/repute
ln -s "$2" opt/repute
[ -x usr/bin/node ] || ln -s "$3" usr/bin/node
cp "$2/apps/server/test/support/systemctl.cjs" usr/local/sbin/systemctl; chmod 755 usr/local/sbin/systemctl
printf '#!/bin/sh\\n[ "$1" = -u ] && cat "/run/stand-in/$2.log"\\n' >usr/local/sbin/journalctl; chmod 755 usr/local/sbin/journalctl
python3 -c 'import fcntl, socket, struct
fcntl.ioctl(socket.socket(), 0x8914, struct.pack("16sh14x", b"lo", 0x41))'
cp "$4" tmp/script
exec chroot . /bin/bash /tmp/script`;

const tools = ["unshare", "python3", "systemd-analyze", "curl", "useradd"];
const overlay = `set -e
mount -t tmpfs tmpfs /mnt
mkdir /mnt/upper /mnt/work /mnt/root
mount -t overlay overlay -o lowerdir=/,upperdir=/mnt/upper,workdir=/mnt/work /mnt/root`;
const isPossible =
  process.getuid?.() === 0 &&
  tools.every((tool) => spawnSync("sh", ["-c", `command -v ${tool}`]).status === 0) &&
  spawnSync("unshare", ["--mount", "--net", "--pid", "--fork", "sh", "-c", overlay]).status === 0;
if (!isPossible) {
  const needs = `root, the right to mount and ${tools.join(", ")}`;
  process.stderr.write(`The guides for operators are only parsed: running them needs ${needs}\n`);
}

const mailServer = `const { SMTPServer } = require("/opt/repute/node_modules/smtp-server");
new SMTPServer({ authOptional: true, disabledCommands: ["AUTH", "STARTTLS"], onData: (stream, session, done) => {
  stream.on("data", (piece) => fs.appendFileSync("/tmp/mails", piece)); stream.on("end", done);
} }).listen(2525, "127.0.0.1")`;

const script = () => `set -eE
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root
trap 'echo "failed: $BASH_COMMAND" >&2; cat /run/stand-in/*.log >&2; exit 1' ERR
is() { [ "$1" = "$2" ] || { echo "expected $2 but got $1" >&2; exit 1; }; }
mailed() { for attempt in $(seq 50); do grep -q "$1" /tmp/mails 2>/dev/null && return; sleep 0.1; done; echo "no mail: $1" >&2; cat /run/stand-in/repute-failed*.log /tmp/mails >&2; exit 1; }
cd /opt/repute
node -e '${mailServer}' &

: deploy
${commands("deploy", "### 1. Install")}
${commands("deploy", "### 2. Configure")}
echo ALERT_MAIL=operator@example.com >>/etc/repute/repute.env
printf "SMTP_URL='smtp://127.0.0.1:2525?tls=off'\\nMAIL_FROM='Acme Dental <no-reply@acme.example>'\\n" >>/etc/repute/secrets.env
${commands("deploy", "### 3. Start")}
${commands("deploy", "### 5. Back up")}
is "$(stat -c '%U %a' /var/backups/repute/repute-*.db)" 'repute 600'
mailed 'test failed on'
${commands("deploy", "### 6. Monitor")} >/dev/null

: back-up-and-restore
${commands("back-up-and-restore", "## Back up every night")}
${commands("back-up-and-restore", "## Back up now")}
sleep 1
${cronJob("back-up-and-restore", "## Back up every night")}
is "$(ls /var/backups/repute | wc -l)" 3
${commands("back-up-and-restore", "## Check a backup")}
/usr/local/bin/repute account create --key late --name Late
${commands("back-up-and-restore", "## Restore")}
/usr/local/bin/repute account list >/tmp/accounts
grep -q acme /tmp/accounts
if grep -q late /tmp/accounts; then exit 1; fi
${commands("back-up-and-restore", "## If you restore by other means")}

: failure
cp /etc/repute/repute.env /tmp/kept
echo DATABASE_URL=sqlite:/var/lib/repute/missing.db >>/etc/repute/repute.env
if systemctl start repute-backup.service; then echo 'the backup did not fail' >&2; exit 1; fi
mailed 'Subject: repute-backup.service failed'
cp /tmp/kept /etc/repute/repute.env

: upgrade
${commands("upgrade", "# Upgrade")}

: copies
/usr/local/bin/repute token create --account acme --kind api-token >/tmp/token.txt
cd /tmp; cp /opt/repute/deploy/systemd/* .
settings() { sed 's|https://repute.example.com|http://127.0.0.1:8080|'; }
${copyCommands()}
[ -s /var/lib/repute-copy/acme.db ]
is "$(stat -c %U /var/lib/repute-copy/acme.db)" repute-copy
${cronJob("copy-into-a-database", "### Copy every night").replaceAll("https://repute.example.com", "http://127.0.0.1:8080")}
cd /opt/repute

: two servers
${commands("deploy", "### 7. Restart without lost requests")}
systemctl stop 'repute@*'
echo done
kill %1
`;

/** The guide shows the settings as a block. The operator writes them into a file. */
function copyCommands(): string {
  const [files = "", user = "", settings = "", start = ""] = blocksOf("copy-into-a-database", "### Copy every night");
  return [files, user, `settings >/etc/repute/copy-acme.env <<'END'\n${settings}\nEND`, start].join("\n");
}

describe("the guides for operators", () => {
  it("contain commands that a shell can read", () => {
    expect(spawnSync("bash", ["-n"], { input: script(), encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" });
  });

  it("report a server that does not start, even if each attempt takes 40 seconds", () => {
    const unit = readFileSync(join(root, "deploy/systemd/repute@.service"), "utf8");
    const number = (key: string) => Number(new RegExp(`^${key}=(\\d+)$`, "m").exec(unit)?.[1]);
    expect(number("StartLimitBurst") * (number("RestartSec") + 40)).toBeLessThan(number("StartLimitIntervalSec"));
  });

  it.each([
    ["smtp://mail.example.com", "smtp://mail.example.com:587", "ssl-reqd"],
    ["smtp://user:pass1@mail.example.com/", "smtp://user:pass1@mail.example.com:587", "ssl-reqd"],
    ["smtp://[2001:db8::1]", "smtp://[2001:db8::1]:587", "ssl-reqd"],
    ["smtp://mail.example.com:2525", "smtp://mail.example.com:2525", "ssl-reqd"],
    ["smtps://user:pass1@mail.example.com", "smtps://user:pass1@mail.example.com", "ssl-reqd"],
    ["smtp://localhost?tls=off", "smtp://localhost", ""],
  ])("report a failure through %s as the server sends invitations", (SMTP_URL, url, tls) => {
    const folder = mkdtempSync(join(tmpdir(), "repute-report-"));
    try {
      writeFileSync(join(folder, "curl"), "#!/bin/sh\ncat >/dev/null\ncat <&3\n", { mode: 0o755 });
      const env = { PATH: `${folder}:/usr/bin:/bin`, SMTP_URL, MAIL_FROM: "a@b.example", ALERT_MAIL: "c@d.example" };
      const script = join(root, "deploy/systemd/report-failure.sh");
      const { stdout } = spawnSync("sh", [script, "repute@8080.service"], { env, encoding: "utf8" });
      expect(stdout.split("\n").slice(1)).toEqual([`url = "${url}"`, tls, ""]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  // Containers without privileges cannot mount. There, the test above still reads every command.
  const whole = isPossible ? it : () => {};
  whole("work step by step on a clean machine", () => {
    const folder = mkdtempSync(join(tmpdir(), "repute-guides-"));
    try {
      writeFileSync(join(folder, "script"), script());
      writeFileSync(join(folder, "enter"), enter);
      const args = ["--mount", "--net", "--pid", "--fork", "--mount-proc", "sh", join(folder, "enter")];
      const more = [join(folder, "place"), root, process.execPath, join(folder, "script")];
      spawnSync("mkdir", [join(folder, "place")]);
      const { status, stdout, stderr } = spawnSync("unshare", [...args, ...more], { encoding: "utf8" });
      if (status !== 0) throw new Error(stderr);
      expect(stdout).toMatch(/done\n$/);
      expect(stdout).toContain("No damage found in /var/backups/repute/before-change.db");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
