#!/usr/bin/env bash
# scripts/image.sh base | build [api|full|ffmpeg...] | sizes | try [api|full]: builds and tries the image with buildah alone.
#
# For machines without a container engine and without a registry of images: the base is made by debootstrap, and Node and npm come
# from their packages. Needs root, buildah and debootstrap. Elsewhere "docker build ." is enough.
#
#   scripts/image.sh base                makes localhost/bonafide-debian and localhost/bonafide-node
#   scripts/image.sh build api full      builds localhost/bonafide:api and localhost/bonafide:full
#   scripts/image.sh sizes               prints the size of each image, unpacked and packed
#   scripts/image.sh try full            runs the service of an image with a read-only root, and the demo against it
#
# NPMRC and CA name files that the build gets as secrets: the settings of npm, and certificates of a proxy.
set -euo pipefail
cd "$(dirname "$0")/.."

scratch=$(mktemp -d)
containers=()
service=
cleanup() {
  [ -z "$service" ] || kill "$service" 2>/dev/null || true
  local container
  for container in "${containers[@]}"; do buildah umount "$container" >/dev/null 2>&1 || true; buildah rm "$container" >/dev/null 2>&1 || true; done
  rm -rf "$scratch"
}
trap cleanup EXIT

debian=localhost/bonafide-debian
node=localhost/bonafide-node

# Makes a container, and remembers it for the end. Its name is in $container.
container_of() {
  container=$(buildah from --pull-never "$@")
  containers+=("$container")
}

make_base() {
  debootstrap --variant=minbase bookworm "$scratch/root" "${DEBIAN_MIRROR:-http://deb.debian.org/debian}" >/dev/null
  # What the official slim images leave out.
  rm -rf "$scratch"/root/var/{cache/apt,lib/apt/lists,log}/* "$scratch"/root/usr/share/{man,locale,info}/*
  container_of scratch
  buildah add -q "$container" "$scratch/root" / >/dev/null
  buildah commit -q "$container" "$debian" >/dev/null

  # Node of the lock file, and the newest npm.
  (cd "$scratch" && npm pack --silent npm >/dev/null && mkdir npm && tar -C npm --strip-components=1 -xzf npm-*.tgz)
  container_of "$debian"
  buildah add -q "$container" node_modules/node-linux-*/bin/node /usr/local/bin/node >/dev/null
  buildah add -q "$container" "$scratch/npm" /usr/local/lib/node_modules/npm >/dev/null
  buildah run --isolation chroot "$container" -- sh -c \
    'ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && apt-get update -qq && apt-get install -y -qq --no-install-recommends binutils >/dev/null'
  buildah commit -q "$container" "$node" >/dev/null
}

build() {
  local target arguments secrets=()
  [ -z "${NPMRC:-}" ] || secrets+=(--secret "id=npmrc,src=$NPMRC")
  [ -z "${CA:-}" ] || secrets+=(--secret "id=ca,src=$CA")
  for target in "$@"; do
    arguments=(--target "$target")
    [ "$target" != ffmpeg ] || arguments=(--target full --build-arg WITH_FFMPEG=1)
    buildah bud --isolation chroot --layers --format docker --pull-never "${secrets[@]}" "${arguments[@]}" \
      --build-arg "NODE_IMAGE=$node" --build-arg "DEBIAN_IMAGE=$debian" --tag "localhost/bonafide:$target" .
  done
}

sizes() {
  local target mount unpacked packed
  for target in api full ffmpeg; do
    buildah inspect --type image "localhost/bonafide:$target" >/dev/null 2>&1 || continue
    container_of "localhost/bonafide:$target"
    mount=$(buildah mount "$container")
    unpacked=$(du -sb "$mount" | cut -f1)
    packed=$(tar -C "$mount" -c . | gzip -c | wc -c)
    printf '%-8s %4d MB unpacked, %4d MB packed\n' "$target" $((unpacked / 1000000)) $((packed / 1000000))
  done
}

# Runs the demo as a user would: against a service whose root file system can't be written, without capabilities, as the user of
# the image. Chroot instead of a container engine: the network and the processes are those of this machine.
try_image() {
  local target=${1:-full}
  container_of "localhost/bonafide:$target"
  node scripts/node.js scripts/try-image.js "$(buildah mount "$container")" "$target"
}

command=${1:-}
[ $# -eq 0 ] || shift
case $command in
  base) make_base ;;
  build) build "${@:-full}" ;;
  sizes) sizes ;;
  try) try_image "$@" ;;
  *) sed -n '2,12p' "$0" && exit 2 ;;
esac
