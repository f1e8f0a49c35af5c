#!/usr/bin/env bash
# Runs the files in ops/ as they stand and as docs/operations.md says: first one process behind Caddy and an update of it,
# then web and worker processes with PgBouncer and Postgres and their way back to the release before, then nginx. Certificates are from pebble, a certificate authority for tests.
#
# Needs root on Debian and `npm run build` before. It has a network, processes and layers over /etc, /run, /srv and /var
# of its own: nothing of the machine changes, and its end ends and removes everything.
set -euo pipefail

programs=(caddy certbot curl nginx openssl pebble pebble-challtestsrv pgbouncer psql setpriv systemd-analyze useradd)
if [ -z "${CHECK_INSIDE:-}" ]; then
  PATH=$PATH:/usr/sbin
  for program in "${programs[@]}"; do
    command -v "$program" >/dev/null || { echo "$program is not installed."; exit 3; }
  done
  folder=$(mktemp -d)
  trap 'rmdir "$folder"' EXIT
  env -i PATH="$PATH" LANG=C.UTF-8 CHECK_INSIDE="$folder" \
    unshare --net --mount --pid --fork --kill-child --mount-proc bash "$0"
  exit
fi

repository=$(cd "$(dirname "$0")/.." && pwd)
postgres=$(echo /usr/lib/postgresql/*/bin | tr ' ' '\n' | tail -n 1)
layers=$CHECK_INSIDE
mount -t tmpfs -o mode=755 tmpfs "$layers"
for folder in etc srv var; do
  mkdir -p "$layers/$folder" "$layers/$folder.work"
  mount -t overlay -o "lowerdir=/$folder,upperdir=$layers/$folder,workdir=$layers/$folder.work" overlay "/$folder"
done
mount -t tmpfs -o mode=755 tmpfs /run
ip link set lo up
sysctl -q net.ipv4.ip_unprivileged_port_start=80
mkdir "$layers/log"
cd "$layers"

say() { echo "$(($(date +%s%N) / 1000000 - started)) ms: $*"; }
fail() {
  echo "FAILED: $*"
  tail -n 8 "$layers"/log/*
  exit 1
}
expect() { # NAME WANTED COMMAND...
  local name=$1 wanted=$2 got
  shift 2
  got=$("$@" 2>>"$layers/log/commands" || true)
  [[ $got == $wanted ]] || fail "$name: '$got' and not '$wanted'"
  say "$name"
}
await() { # COMMAND...
  for _ in $(seq 300); do
    if "$@" >/dev/null 2>&1; then return; fi
    sleep 0.1
  done
  fail "this never came true: $*"
}
declare -A pids
run() { # NAME COMMAND...: a program in the background
  local name=$1
  shift
  "$@" >>"$layers/log/$name" 2>&1 &
  pids[$name]=$!
}
stop() { # NAME: must end by itself, with code 0
  local child
  child=$(cat "/proc/${pids[$1]}/task/${pids[$1]}/children")
  touch /srv/broadsheet/data/stop # otherwise it is started again, see as_unit
  kill -TERM ${child:-${pids[$1]}}
  wait "${pids[$1]}" || fail "$1 ended with code $?"
  rm /srv/broadsheet/data/stop
}
status() { curl -sS --max-time 20 --cacert "$layers/roots" -o /dev/null -w '%{http_code}' "$@"; }
is_ready() { [ "$(status "http://127.0.0.1:$1/readyz")" = 200 ]; }
as_unit() { # INSTANCE: what systemd does for broadsheet@INSTANCE and its socket; a worker does not use its socket
  local file settings=()
  cd "$(sed -n 's/^WorkingDirectory=//p' /etc/systemd/system/broadsheet@.service)"
  for file in /srv/broadsheet/settings "/srv/broadsheet/$1.settings"; do
    # This check's files need no more of systemd's rules than these: comments, and no quotes.
    if [ -f "$file" ]; then mapfile -O "${#settings[@]}" -t settings < <(grep -v '^#' "$file"); fi
  done
  if [ "$1" = worker ]; then
    settings+=(PORT=3999)
  elif ! printf '%s\n' "${settings[@]}" | grep -q '^PORT='; then
    settings+=("PORT=$(sed -n 's/^ListenStream=.*://p' /etc/systemd/system/broadsheet@.socket)")
  fi
  exec env "ROLE=$1" "${settings[@]}" node_modules/.bin/node tests/support/socket-unit.ts \
    setpriv --reuid=broadsheet --regid=broadsheet --clear-groups --no-new-privs \
    $(sed -n 's/^ExecStart=//p' /etc/systemd/system/broadsheet@.service)
}
start_caddy() { # SETTING=VALUE...
  run caddy setpriv --reuid=caddy --regid=caddy --clear-groups env HOME=/var/lib/caddy SSL_CERT_FILE="$layers/pebble.crt" \
    ACME_CA=https://localhost:14000/dir "$@" caddy run --config /etc/caddy/Caddyfile
}
started=$(($(date +%s%N) / 1000000))

# The world around: names that lead to this machine, and a certificate authority that checks them.
printf '127.0.0.1 %s\n' localhost news.example.com client.example daily.example stranger.example >/etc/hosts
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost \
  -addext subjectAltName=DNS:localhost -keyout pebble.key -out pebble.crt 2>/dev/null
cat >pebble.json <<END
{ "pebble": { "listenAddress": "127.0.0.1:14000", "managementListenAddress": "127.0.0.1:15000",
  "certificate": "$layers/pebble.crt", "privateKey": "$layers/pebble.key", "httpPort": 80, "tlsPort": 443,
  "ocspResponderURL": "", "externalAccountBindingRequired": false } }
END
run names pebble-challtestsrv -defaultIPv6 "" -http01 "" -https01 "" -tlsalpn01 ""
run pebble env PEBBLE_VA_NOSLEEP=1 pebble -config pebble.json -dnsserver 127.0.0.1:8053
await curl -sS --cacert pebble.crt -o roots https://localhost:15000/roots/0

# One process behind Caddy.
useradd --system --home-dir /srv/broadsheet --shell /usr/sbin/nologin broadsheet
mkdir -p /srv/broadsheet/app
mkdir "$layers/app" "$layers/app.work"
mount -t overlay -o "lowerdir=$repository,upperdir=$layers/app,workdir=$layers/app.work" overlay /srv/broadsheet/app
install -d -o broadsheet -m 700 /srv/broadsheet/data
cd /srv/broadsheet/app
install -m 600 -o broadsheet ops/settings /srv/broadsheet/settings
rm -rf .react-router node_modules/.vite* # of another account
chown broadsheet . node_modules build build/lock.sqlite build/packages # an installation belongs to it
chown -R broadsheet build/releases
cp ops/systemd/broadsheet@.* /etc/systemd/system/
cp ops/Caddyfile /etc/caddy/Caddyfile
for instance in all web worker; do
  expect "systemd accepts broadsheet@$instance" '' systemd-analyze verify "broadsheet@$instance.service"
done
for instance in all web; do
  expect "systemd accepts broadsheet@$instance.socket" '' systemd-analyze verify "broadsheet@$instance.socket"
done
run all as_unit all
start_caddy
await is_ready 3000
expect 'the first account' 'Created you@example.com*' ops/broadsheet user create you@example.com
expect 'the main site has HTTPS' 200 status https://news.example.com/
expect 'plain HTTP leads to HTTPS' 308 status http://news.example.com/
expect 'an unknown host gets no certificate' 000 status https://stranger.example/
expect 'a client’s domain is unknown at first' 000 status https://client.example/
echo 'a long enough password' | ops/broadsheet user create client@example.com >/dev/null
status -c "$layers/cookies" https://news.example.com/auth -d intent=sign-in -d email=client@example.com \
  --data-urlencode 'password=a long enough password' >/dev/null
expect 'a client saves a domain' 200 status -b "$layers/cookies" https://news.example.com/seo-settings -d siteDomain=client.example -d businessName=Client
await status https://client.example/
expect 'a client’s domain has HTTPS' 200 status https://client.example/
ops/broadsheet sites add Daily https://daily.example >/dev/null
await status https://daily.example/
expect 'a hosted site has HTTPS' 200 status https://daily.example/
expect 'visitors cannot read the metrics' 404 status https://news.example.com/metrics

# An update, and back.
read_style() { curl -sS --cacert "$layers/roots" https://news.example.com/ | grep -o '/assets/readers-[^"]*css' | head -n 1; }
visit() { # in the background, until stop_visits
  (while true; do status "https://news.example.com/search?q=$RANDOM" && echo; sleep 0.05; done) >"$layers/answers" 2>&1 &
  readers=$!
}
stop_visits() { # NAME: there was no answer but 200
  kill "$readers"
  expect "$1: readers notice nothing ($(wc -l <"$layers/answers") requests)" 200 sort -u "$layers/answers"
}
update() { ops/broadsheet update "$@" >>"$layers/log/update" 2>&1 || fail "update $*"; }
old=$(read_style)
echo '.of-the-update { color: red }' >>app/ui/base.css
visit
update
stop_visits 'an update of one process'
new=$(read_style)
[ "$old" != "$new" ] || fail 'the update has changed nothing'
for style in "$old" "$new"; do expect "the style $style is there" 200 status "https://news.example.com$style"; done
stop all
expect 'a stopped service is backed up' '*rows' ops/broadsheet backup /srv/broadsheet/data/moved.backup

# The same store on Postgres, through PgBouncer, with a role that is no superuser.
install -d -o postgres /run/postgresql /var/lib/postgresql/check
runuser -u postgres -- "$postgres/initdb" -D /var/lib/postgresql/check --auth-local=peer --auth-host=scram-sha-256 --no-sync >/dev/null
run postgres runuser -u postgres -- "$postgres/postgres" -D /var/lib/postgresql/check
await runuser -u postgres -- pg_isready -q
BROADSHEET_DB_PASSWORD=of-the-role runuser -u postgres -- psql -q -f ops/postgres.sql
cp ops/pgbouncer.ini /etc/pgbouncer/pgbouncer.ini
runuser -u postgres -- psql -Atc "select format('\"%s\" \"%s\"', rolname, rolpassword) from pg_authid where rolname = 'broadsheet'" \
  >/etc/pgbouncer/userlist.txt
run pgbouncer runuser -u postgres -- pgbouncer /etc/pgbouncer/pgbouncer.ini
cat >>/srv/broadsheet/settings <<END
DATABASE_URL=postgres://broadsheet:of-the-role@127.0.0.1:6432/broadsheet?application_name=broadsheet&connect_timeout=10
APP_SECRET=$(cat /srv/broadsheet/data/secret)
END
echo METRICS_PORT=9464 >/srv/broadsheet/worker.settings
printf 'ROLE=web\nPORT=3001\n' >/srv/broadsheet/web-2.settings
expect 'a command names its store, and an & in its address is kept' \
  '*Postgres at 127.0.0.1:6432, database broadsheet, as broadsheet*' ops/broadsheet settings
expect 'a command hides the password' '' grep of-the-role <(ops/broadsheet settings 2>&1)
expect 'the store moves to Postgres' '*rows*' ops/broadsheet restore /srv/broadsheet/data/moved.backup
run web as_unit web
run worker as_unit worker
await is_ready 3000
await is_ready 9464
ask() { psql -Atq postgres://broadsheet:of-the-role@127.0.0.1:6432/broadsheet -c "$1"; }
expect 'the role has no other rights' f ask 'select rolsuper or rolcreaterole or rolcreatedb or rolbypassrls from pg_roles where rolname = current_user'
expect 'a statement ends in time behind PgBouncer' 15s ask 'show statement_timeout'
expect 'the client’s domain has moved, too' 200 status https://client.example/
expect 'the worker tells its metrics' '*role="worker"*' curl -sS http://127.0.0.1:9464/metrics

# Another web process, then the release from before.
run web-2 as_unit web-2
await is_ready 3001
expect 'a command has the settings of an instance' '*/srv/broadsheet/web-2.settings*PORT=3001*' ops/broadsheet @web-2 settings
expect 'the secret fits the store' '*"name": "secret",
      "state": "ok"*' ops/broadsheet doctor --json
stop caddy
start_caddy BROADSHEET='127.0.0.1:3000 127.0.0.1:3001'
await status https://news.example.com/
visit
update --back
stop_visits 'the way back of three processes'
expect 'the old release is served' "$old" read_style
stop caddy

# nginx instead of Caddy.
rm -f /etc/nginx/sites-enabled/default
mkdir -p /var/www/acme
cp ops/nginx/http.conf /etc/nginx/conf.d/broadsheet-http.conf
run nginx nginx -g 'daemon off;'
await status http://news.example.com/
REQUESTS_CA_BUNDLE="$layers/pebble.crt" certbot certonly --quiet --non-interactive --agree-tos --register-unsafely-without-email \
  --server https://localhost:14000/dir --webroot -w /var/www/acme --cert-name broadsheet -d news.example.com,client.example
cp ops/nginx/https.conf /etc/nginx/conf.d/broadsheet-https.conf
nginx -t 2>>"$layers/log/nginx" || fail 'nginx refuses its configuration'
nginx -s reload
await status https://news.example.com/
expect 'nginx: the main site has HTTPS' 200 status https://news.example.com/
expect 'nginx: a client’s domain has HTTPS' 200 status https://client.example/
expect 'nginx: plain HTTP leads to HTTPS' 308 status http://news.example.com/
expect 'nginx: visitors cannot read the metrics' 404 status https://news.example.com/metrics
for name in web web-2 worker; do stop "$name"; done
say 'all processes have ended with code 0'
