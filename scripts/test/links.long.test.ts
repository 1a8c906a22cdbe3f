import { expect, it } from "@jest/globals";
import { runScript } from "./run-script.js";

const links = (files: Record<string, string>) => runScript("links.mjs", files);

it("the link check accepts files, folders, images, anchors, references and external addresses", () => {
  const { lines, status } = links({
    "README.md": [
      "# The `repute` server, and more!",
      "[a](docs/a.md) [b](docs/) ![c](docs/c.png) [d](#the-repute-server-and-more) [e](docs/a.md#twice-1) [f][g]",
      '<img src="docs/c.png"> [h](https://example.com/none) [i](docs/a.md#own "title")',
      "[g]: docs/a.md#caf%C3%A9_1",
    ].join("\n\n"),
    "docs/a.md": '# Twice\n\n## Twice\n\n### Café_1\n\n<a id="own"></a> [up](../README.md)\n',
    "docs/c.png": "",
  });
  expect([lines, status]).toEqual([["0 broken links"], 0]);
});

it("the link check reports each broken link with its location and cause", () => {
  const { lines, status } = links({
    "a.md": "# A\n\n[b](b.md)\n\n![c](c.png) [d](#d) [e][f] [g](../g.md)\n\n<img alt='' src=\"h.png\">\n",
  });
  expect(lines).toEqual([
    'a.md:3: "b.md": no such file',
    'a.md:5: "c.png": no such file',
    'a.md:5: "#d": no heading with this anchor in a.md',
    'a.md:5: "../g.md": leads out of the repository',
    'a.md:7: "h.png": no such file',
    'a.md:5: "f": no such reference',
    "6 broken links",
  ]);
  expect(status).toBe(1);
});

it("the link check ignores links in code and headings in code blocks", () => {
  const { lines } = links({ "a.md": "`[b](b.md)`\n\n```md\n[c](c.md)\n# Not a heading\n```\n\n[d](#not-a-heading)\n" });
  expect(lines).toEqual(['a.md:8: "#not-a-heading": no heading with this anchor in a.md', "1 broken links"]);
});

it("the link check finds paths of docs in sources if the files do not exist", () => {
  const { lines } = links({
    "apps/a/src/a.ts": '// See docs/none.md.\nexport const help = "docs/a.md";\n',
    "docs/a.md": "",
  });
  expect(lines).toEqual(['apps/a/src/a.ts:1: "docs/none.md": no such file', "1 broken links"]);
});
