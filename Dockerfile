# The service, as `docs/guide/self-host.md` says how to run it: docker build --tag utpid .

# To build the same again, give it with its digest: --build-arg NODE_IMAGE=node:22-bookworm-slim@sha256:...
ARG NODE_IMAGE=node:22-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /repository
# What the lockfile names is fetched in a layer of its own, which lasts until the lockfile changes.
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY scripts/pnpm.mjs scripts/
RUN node scripts/pnpm.mjs fetch
COPY . .
# What `npm run build` needs is installed by the lockfile; of that only what the command needs to run goes on.
RUN node scripts/set-up.mjs \
  && npm run build -- --quiet \
  && node scripts/pnpm.mjs --filter @utpid/cli deploy --prod /app

FROM ${NODE_IMAGE}
ENV NODE_ENV=production UTPID_STORAGE=/data
COPY --from=build /app /app
# Owned by the user that serves, so that a new volume is too. No VOLUME: on a database each container would get one for nothing.
RUN ln -s /app/bin/utpid.mjs /usr/local/bin/utpid && mkdir /data && chown node:node /data
WORKDIR /data
# `node` by number, as clusters that refuse root want it.
USER 1000:1000
EXPOSE 8080
# Alive, and not ready: a database that is away is no reason to restart what waits for it.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["utpid"]
CMD ["serve", "--host", "0.0.0.0"]
