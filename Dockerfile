# Builds the image of the service; docs/operations/containers.md explains it.
#
#   docker build -t bonafide .                          everything, with the nets of live analysis
#   docker build -t bonafide:api --target api .         requests, webhooks and sandbox; live reports are analysed elsewhere
#   docker build --build-arg WITH_FFMPEG=1 .            with ffmpeg, for reports on videos
#
# Builds of a release name both base images by digest, for example
# --build-arg DEBIAN_IMAGE=docker.io/library/debian:bookworm-slim@sha256:...

# Any Debian with npm: Node itself comes from package-lock.json.
ARG NODE_IMAGE=docker.io/library/node:24-bookworm
ARG DEBIAN_IMAGE=docker.io/library/debian:bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /src
COPY .npmrc package.json package-lock.json ./
COPY packages/server/package.json packages/server/
COPY packages/server/bin packages/server/bin
COPY packages/verification/package.json packages/verification/
COPY packages/web-sdk/package.json packages/web-sdk/
COPY packages/chip-reader/package.json packages/chip-reader/
COPY packages/conformance/package.json packages/conformance/
COPY packages/conformance/bin packages/conformance/bin
COPY packages/dashboard/package.json packages/dashboard/
COPY bench/package.json bench/
COPY eval/package.json eval/
COPY e2e/package.json e2e/
# The secrets are optional: "npmrc" names a registry of your own, "ca" the certificates of a proxy.
RUN --mount=type=secret,id=npmrc --mount=type=secret,id=ca \
    if [ -s /run/secrets/npmrc ]; then export NPM_CONFIG_USERCONFIG=/run/secrets/npmrc; fi; \
    if [ -s /run/secrets/ca ]; then export NODE_EXTRA_CA_CERTS=/run/secrets/ca; fi; \
    npm ci --no-audit --no-fund
COPY . .
RUN node scripts/node.js scripts/build.js packages/server packages/web-sdk && \
    node scripts/node.js scripts/image-tree.js /out/api api && \
    node scripts/node.js scripts/image-tree.js /out/full full && \
    cp node_modules/node-linux-*/bin/node /out/node && \
    if command -v strip >/dev/null; then strip /out/node; fi

# The few files of Debian that the service uses: libraries of C and C++, and ffmpeg if asked for. No shell, no package manager.
FROM ${DEBIAN_IMAGE} AS system
ARG WITH_FFMPEG=0
RUN mkdir -p /system/etc /system/data /system/tmp /system/proc /system/dev /system/sys && touch /system/etc/hosts /system/etc/resolv.conf && \
    dpkg -L libc6 libgcc-s1 libstdc++6 | grep -E '/lib(64)?/|/copyright$' | grep -vE '/(gconv|audit)/' | \
    while read -r path; do if [ ! -d "$path" ] || [ -L "$path" ]; then echo "$path"; fi; done | \
    tar -C / -c --files-from=- 2>/dev/null | tar -C /system -x && \
    if [ "$WITH_FFMPEG" = 1 ]; then \
      apt-get update && apt-get install -y --no-install-recommends ffmpeg && \
      { echo /usr/bin/ffmpeg; ldd /usr/bin/ffmpeg | grep -oE '/[^ ]+'; } | sort -u | \
      tar -C / -c --dereference --files-from=- | tar -C /system -x; \
    fi && \
    echo 'bonafide:x:10001:10001::/data:/sbin/nologin' >/system/etc/passwd && \
    echo 'bonafide:x:10001:' >/system/etc/group && \
    echo 'hosts: files dns' >/system/etc/nsswitch.conf && \
    chown 10001:10001 /system/data && chmod 700 /system/data && chmod 1777 /system/tmp

FROM scratch AS base
COPY --from=system /system /
COPY --from=build /out/node /usr/local/bin/node
ENV PATH=/usr/local/bin:/usr/bin \
    HOME=/data \
    BONAFIDE_DATA=/data \
    BONAFIDE_HOST=0.0.0.0 \
    BONAFIDE_ADMIN_PORT=9443
# Settings, node_modules and the root file system are only read. /data and /tmp are written.
WORKDIR /data
VOLUME /data
USER 10001:10001
EXPOSE 8443
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=6s --start-period=60s --retries=3 \
  CMD ["node", "/app/node_modules/bonafide/bin/ready.js"]
ENTRYPOINT ["node", "/app/node_modules/bonafide/bin/bonafide.js"]
CMD ["serve"]

FROM base AS api
ENV BONAFIDE_ANALYSIS=elsewhere
COPY --from=build /out/api /app

FROM base AS full
COPY --from=build /out/full /app
