export { demoAccount } from "./demo-account.js";
export type { LoadView } from "./demo-account.js";
export { demoLines } from "./demo-bundle.js";
export type { DemoPlan } from "./demo-bundle.js";
export { demoCredentials, demoGuide, demoLinks } from "./demo-guide.js";
export { withDemoForm } from "./demo-form.js";
export type { DemoFormOptions } from "./demo-form.js";
export { demoWidget, withDemoWidget } from "./demo-widget.js";
export { practice } from "./practice.js";
