// Exits with 0 if /healthz responds with a success status, otherwise with 1.
const url = `http://127.0.0.1:${process.env.PORT || 8080}/healthz`;

fetch(url).then(
  ({ ok }) => process.exit(ok ? 0 : 1),
  () => process.exit(1),
);
