# The image of Broadsheet: one process, web or worker (ROLE), without root rights, and its root file system may be read-only.
FROM docker.io/library/node:24-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY tools/install.mjs tools/
RUN node tools/install.mjs
COPY . .
RUN npm run build -- --shared-packages && mv "$(readlink -f build/current)" /release

# The packages of a running process on glibc, without the symbols of Node and the files that only people and compilers read.
# Some packages have their licence only in a *.md, or in their README.
FROM build AS packages
# hadolint ignore=DL3008
RUN apt-get update && apt-get install -y --no-install-recommends binutils && rm -rf /var/lib/apt/lists/*
RUN npm prune --omit=dev --no-audit --no-fund \
  && rm -rf node_modules/typescript node_modules/node/node_modules node_modules/ai/docs node_modules/ai/src \
    node_modules/@img/*musl* node_modules/@img/sharp-wasm32 node_modules/@napi-rs/*musl* node_modules/@mixmark-io/domino/test \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \
    -o -iname '*.md' ! -iname '*licen[cs]e*' ! -iname 'readme*' ! -iname '*notice*' ! -iname 'copying*' ! -iname 'copyright*' \) -delete \
  && strip node_modules/node/bin/node

FROM docker.io/library/debian:trixie-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 METRICS_PORT=3000 DATA_DIR=/data
WORKDIR /app
RUN mkdir /data && chown 10001:10001 /data
COPY --from=packages /app/node_modules node_modules
COPY --from=build /release ./
COPY --from=build /app/tools tools
USER 10001:10001
EXPOSE 3000
# A process without pages, a worker, tells its health at METRICS_PORT, which is the same port here.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node_modules/.bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["node_modules/.bin/node", "--disable-warning=ExperimentalWarning"]
CMD ["tools/start.ts", "--no-build"]
