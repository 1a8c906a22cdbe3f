export { folderImageStore } from "./images/folder-image-store.js";
export { sharpImageEncoder } from "./images/sharp-image-encoder.js";
