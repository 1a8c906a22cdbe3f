import { ask } from "../clients/ask.js";
import { download } from "../clients/download.js";
import { hammer } from "../clients/hammer.js";
import { postForms } from "../clients/post-forms.js";
import { saveBody } from "../clients/save-body.js";
import { makeData } from "../data/make-data.js";
import { serveBare } from "../exchanges/serve-bare.js";
import { compareLists, countItems } from "../lists/list-files.js";
import { readList } from "../lists/read-list.js";
import { timeInsert } from "../loading/time-insert.js";
import { timeLoad } from "../loading/time-load.js";
import { makeNaiveDatabase } from "../naive/make-naive-database.js";
import { serveNaively } from "../naive/serve-naively.js";
import { serveBytes } from "../servers/serve-bytes.js";

/** Everything that a child process can be told to do. */
export const jobs = {
  ask,
  compareLists,
  countItems,
  download,
  hammer,
  makeData,
  makeNaiveDatabase,
  postForms,
  readList,
  saveBody,
  serveBare,
  serveBytes,
  serveNaively,
  timeInsert,
  timeLoad,
} as const;

export type Jobs = typeof jobs;
