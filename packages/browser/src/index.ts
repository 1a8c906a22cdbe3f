export { trackingScript } from "./tracking-script.js";
