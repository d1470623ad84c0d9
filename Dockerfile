# The image of the server: `serve` by itself, `work` and the other commands as arguments. docs/install/compose.md tells how to run it.
# The tags are exact as far as their owners keep them; whoever needs the same bytes each time appends `@sha256:…` to both.

FROM node:24.21.0-trixie-slim AS build
WORKDIR /source
COPY . .
# Containers get their PostgreSQL from elsewhere.
RUN --mount=type=cache,target=/root/.npm \
    node scripts/release.mjs --folder /release --without postgres

FROM debian:trixie-slim
ARG VERSION=0.1.0
LABEL org.opencontainers.image.title="Clipwright" \
      org.opencontainers.image.description="A self-hosted platform for AI video generation" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}"

# Versions are those of the distribution on the day of the build, since older ones lack mends. Nothing here draws text: the font that
# comes with ffmpeg is all there is.
# hadolint ignore=DL3008
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates ffmpeg fonts-dejavu-core \
 && rm -rf /var/lib/apt/lists/* \
 && groupadd --gid 10001 clipwright \
 && useradd --uid 10001 --gid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin clipwright \
 && install -d -o 10001 -g 10001 /data /var/cache/clipwright

COPY --from=build /release /opt/clipwright
RUN ln -s /opt/clipwright/deploy/image/clipwright-server /usr/local/bin/clipwright-server

ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8080 \
    METRICS_HOST=0.0.0.0 \
    METRICS_PORT=9640 \
    DATA_DIR=/data \
    NODE_COMPILE_CACHE=/var/cache/clipwright
WORKDIR /data
USER 10001:10001
# Node keeps what it makes of our TypeScript, which is half of a start.
RUN clipwright-server help

VOLUME /data
EXPOSE 8080 9640
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["/opt/clipwright/node_modules/node/bin/node", "/opt/clipwright/deploy/image/healthcheck.mjs"]
ENTRYPOINT ["clipwright-server"]
CMD ["serve"]
