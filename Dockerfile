# The image of the service: docker build --tag utpid . `docs/guide/self-host.md` explains how to run it.

# For a repeatable build, give the base image with its digest: --build-arg NODE_IMAGE=node:22-bookworm-slim@sha256:...
ARG NODE_IMAGE=node:22-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /repository
# This layer fetches the packages of the lockfile. It stays cached until the lockfile changes.
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY scripts/pnpm.mjs scripts/
RUN node scripts/pnpm.mjs fetch
COPY . .
# Install the packages of the lockfile and build. Only the packages that the command needs go into the next stage.
RUN node scripts/set-up.mjs \
  && npm run build -- --quiet \
  && node scripts/pnpm.mjs --filter @utpid/cli deploy --prod /app

FROM ${NODE_IMAGE}
ENV NODE_ENV=production UTPID_STORAGE=/data
COPY --from=build /app /app
# The user of the service owns /data, and so owns a new volume. No VOLUME: with a database, a container needs no volume.
RUN ln -s /app/bin/utpid.mjs /usr/local/bin/utpid && mkdir /data && chown node:node /data
WORKDIR /data
# The number of user `node`: clusters that reject root require a number.
USER 1000:1000
EXPOSE 8080
# Check liveness, not readiness: an unavailable database is no reason to restart the service.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["utpid"]
CMD ["serve", "--host", "0.0.0.0"]
