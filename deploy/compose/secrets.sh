#!/usr/bin/env bash
# deploy/compose/secrets.sh [HOST]: makes the secrets of compose.yaml, and certificates for a first try.
#
# Files that exist stay as they are. Replace secrets/proxy.pem (key and chain of certificates in one file) by the certificate of your
# own domain. Keep secrets/master_key in another place as well: without it no stored data can be read.
set -euo pipefail
cd "$(dirname "$0")"
host=${1:-localhost}
# The folder keeps others out; the files are read by the user of the containers.
install -d -m 700 secrets
cd secrets
umask 022

random() { openssl rand -base64 32 | tr '+/' '-_' | tr -d '=\n'; }
once() { [ -s "$1" ] || printf %s "$2" >"$1"; }

once master_key "$(random)"
once operator_key "$(random)"
once database_password "$(random)"
once database_url "postgresql://bonafide:$(cat database_password)@database:5432/bonafide"
once s3_access_key "bonafide-$(openssl rand -hex 8)"
once s3_secret_key "$(random)"
once s3_config.json "$(printf '{"identities":[{"name":"bonafide","credentials":[{"accessKey":"%s","secretKey":"%s"}],"actions":["Admin"]}]}' \
  "$(cat s3_access_key)" "$(cat s3_secret_key)")"

if [ ! -s ca.key ]; then
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 -subj '/CN=Bonafide, first try' \
    -keyout ca.key -out ca.pem 2>/dev/null
  chmod 600 ca.key
fi

# certificate NAME FILE: a certificate of our own authority.
certificate() {
  [ ! -s "$2.pem" ] || return 0
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=$1" -keyout "$2.key" -out "$2.csr" 2>/dev/null
  openssl x509 -req -in "$2.csr" -CA ca.pem -CAkey ca.key -CAcreateserial -days 825 -out "$2.pem" \
    -extfile <(printf 'subjectAltName=DNS:%s\nextendedKeyUsage=serverAuth' "$1") 2>/dev/null
  rm "$2.csr"
}

certificate api service
if [ ! -s proxy.pem ]; then
  certificate "$host" proxy
  cat proxy.key >>proxy.pem
  rm proxy.key
fi
chmod 644 service.key proxy.pem
echo "Secrets are in $PWD."
