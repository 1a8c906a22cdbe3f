const temporaryPaths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];

/** One process that serves the files of a folder and keeps everything it writes in there too. */
export const nginxConfig = (folder: string, port: number): string => `
daemon off;
master_process off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr crit;
events { worker_connections 64; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  default_type application/json;
${temporaryPaths.map((name) => `  ${name}_temp_path ${folder}/${name};`).join("\n")}
  server {
    listen 127.0.0.1:${port};
    root ${folder};
  }
}
`;
