import { linkParameter } from "./call-line.js";

/** Links to the demo's pages on the start page. */
export const demoLinks = [
  { name: "form", path: `/demo/form?scct=${linkParameter}`, text: "Demo: booking form that a campaign link opens" },
  { name: "widget", path: "/demo/widget", text: "Demo: web page of a practice with the review widget" },
];
