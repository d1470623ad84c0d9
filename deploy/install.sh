#!/bin/sh
# Installs this release of Clipwright on Debian or Ubuntu with systemd, or upgrades to it, or goes back to one that is installed.
# Whatever it did before, it may be run again. It changes no setting that it finds.
set -eu

usage="usage: install.sh [options]

  --domain NAME      people reach the service at https://NAME; Caddy is installed and gets the certificate
  --tls-internal     the certificate is Caddy's own, for a network without the internet
  --workers N        how many workers run here, 0 to 9 (as many as there were; at first 1)
  --no-serve         this machine has workers alone
  --postgres         install PostgreSQL of the distribution here, with a database for Clipwright
  --switch VERSION   go to a release that is installed, back or forth
  --list             the releases that are installed
  -h, --help"

prefix=/opt/clipwright
settings=/etc/clipwright/clipwright.env
units=/usr/local/lib/systemd/system
user=clipwright
# How long a start may take, migrations not counted.
patience_s=120

say() { printf '%s\n' "$*"; }
step() { printf '\n== %s\n' "$*"; }
refuse() {
  printf 'install.sh: %s\n' "$*" >&2
  exit 1
}

# --- what is wanted

domain='' tls_internal=no workers='' serve='' postgres=no switch='' list=no
while [ $# -gt 0 ]; do
  case $1 in
    --domain | --workers | --switch)
      [ $# -ge 2 ] || refuse "$1 needs a value."
      case $1 in
        --domain) domain=$2 ;;
        --workers) workers=$2 ;;
        --switch) switch=$2 ;;
      esac
      shift
      ;;
    --tls-internal) tls_internal=yes ;;
    --no-serve) serve=no ;;
    --postgres) postgres=yes ;;
    --list) list=yes ;;
    -h | --help)
      say "$usage"
      exit 0
      ;;
    *)
      printf '%s\n\n%s\n' "install.sh: there is no option $1" "$usage" >&2
      exit 2
      ;;
  esac
  shift
done
case $workers in
  '' | [0-9]) ;;
  *) refuse "--workers is a number from 0 to 9: each has a port of its own for metrics. More fit on another machine." ;;
esac
case $domain in
  *[!a-zA-Z0-9.-]* | -* | .*) refuse "--domain is a host name such as video.example.org, without https:// and without a port." ;;
esac

source=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
field() { sed -n "s/^  \"$2\": \"\(.*\)\".*/\1/p" "$1/release.json"; }

# --- what this machine is

running() { readlink "$prefix/current" 2>/dev/null | sed 's|.*/||'; }
if [ "$list" = yes ]; then
  for folder in "$prefix"/releases/*/; do
    [ -f "$folder/release.json" ] || continue
    version=$(basename "$folder")
    if [ "$version" = "$(running)" ]; then say "$version  (runs)"; else say "$version"; fi
  done
  exit 0
fi
[ "$(id -u)" -eq 0 ] || refuse "run it as root: sudo $0"
[ -d /run/systemd/system ] || refuse "systemd does not run here. For containers there are compose.yaml and a Helm chart; see docs/install."
command -v apt-get >/dev/null || refuse "this is not Debian or Ubuntu. Elsewhere, do by hand what it does; see docs/install/one-server.md."
[ -f "$source/release.json" ] || refuse "$source is not a release but the source. \`npm run release\` makes a release."
case $(uname -m) in
  x86_64) platform=linux-x64 ;;
  aarch64) platform=linux-arm64 ;;
  *) refuse "there are releases for x86_64 and aarch64, not for $(uname -m)." ;;
esac
made_for=$(field "$source" platform)
[ "$made_for" = "$platform" ] || refuse "this release is for $made_for, and this machine is $platform."

if [ -n "$switch" ]; then
  version=$switch
  [ -f "$prefix/releases/$version/release.json" ] || refuse "$version is not installed; $0 --list tells which are."
else
  version=$(field "$source" version)
fi
release=$prefix/releases/$version
before=$(running)
wanted=/etc/systemd/system/clipwright.target.wants
is_wanted() { [ -L "$wanted/clipwright-$1.service" ]; }

apt_install() {
  missing=''
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q '^install ok installed' || missing="$missing $package"
  done
  [ -n "$missing" ] || return 0
  say "installing$missing"
  # shellcheck disable=SC2086 # a list of words
  DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 install -y --no-install-recommends $missing >/dev/null 2>&1 ||
    { DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 update &&
      DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 install -y --no-install-recommends $missing >/dev/null; } ||
    refuse "apt-get could not install$missing; its message is above."
}

# The value of a setting as systemd reads it, for what stands in one line.
setting() { sed -n "s/^$1=//p" "$settings" 2>/dev/null | tail -n 1 | sed 's/^"\(.*\)"$/\1/'; }
put_setting() { # only where the line is there and empty
  escaped=$(printf '%s' "$2" | sed 's/[|&\\]/\\&/g')
  sed -i "s|^$1=\$|$1=$escaped|" "$settings"
}

# --- install

step "Programs"
apt_install ffmpeg ca-certificates
say "ffmpeg: $(ffmpeg -version | sed -n '1s/ Copyright.*//p')"

step "User and folders"
if ! getent passwd "$user" >/dev/null; then
  useradd --system --user-group --home-dir /var/lib/clipwright --no-create-home --shell /usr/sbin/nologin "$user"
  say "user $user"
fi
install -d -m 0755 "$prefix" "$prefix/releases" "$units"
install -d -m 0755 /etc/clipwright

step "Release $version"
if [ -z "$switch" ] && [ "$source" != "$release" ] && ! cmp -s "$source/release.json" "$release/release.json"; then
  # Under another name first: a copy that was interrupted is never taken for a release.
  rm -rf "$release.partial"
  cp -R "$source" "$release.partial"
  chown -R root:root "$release.partial"
  chmod -R u=rwX,go=rX "$release.partial"
  rm -rf "$release"
  mv "$release.partial" "$release"
fi
say "$release, Node $("$release/node_modules/node/bin/node" --version)"

step "Settings"
if [ ! -e "$settings" ]; then
  install -m 0600 "$release/deploy/clipwright.env" "$settings"
  say "$settings is new"
fi
[ -z "$domain" ] || put_setting PUBLIC_BASE_URL "https://$domain"
if [ "$postgres" = yes ]; then
  apt_install postgresql
  systemctl enable --quiet --now postgresql
  as_postgres() { runuser -u postgres -- "$@"; }
  [ "$(as_postgres psql -tAc "select 1 from pg_roles where rolname = '$user'")" = 1 ] || as_postgres createuser "$user"
  [ "$(as_postgres psql -tAc "select 1 from pg_database where datname = '$user'")" = 1 ] || as_postgres createdb --owner "$user" "$user"
  # Over the socket, where PostgreSQL knows the user by the system: there is no password.
  put_setting DATABASE_URL "postgresql://$user@/$user?host=/run/postgresql"
  say "database $user on $(as_postgres psql -tAc 'show server_version')"
fi

step "Units"
install_units() {
  install -d -m 0755 "$units/clipwright-.service.d" "$units/clipwright-backup.service.d"
  for name in clipwright.target clipwright-serve.socket clipwright-serve.service clipwright-work@.service clipwright-backup.service clipwright-backup.timer \
    clipwright-.service.d/10-common.conf clipwright-backup.service.d/20-once.conf; do
    install -m 0644 "$release/deploy/systemd/$name" "$units/$name"
  done
  install -m 0755 "$release/deploy/systemd/clipwright-server" /usr/local/bin/clipwright-server
  # A stop waits as long as the program does.
  patience=$(setting STOP_PATIENCE_SECONDS)
  drain=$(setting DRAIN_SECONDS)
  case ${patience:-10}${drain:-0} in
    100 | *[!0-9]*) rm -f "$units/clipwright-.service.d/20-stop.conf" ;;
    *) printf '[Service]\nTimeoutStopSec=%s\n' "$((${patience:-10} + ${drain:-0} + 20))" >"$units/clipwright-.service.d/20-stop.conf" ;;
  esac
  systemctl daemon-reload
}
install_units
if [ ! -d "$wanted" ]; then
  # At first, everything that is not refused.
  workers=${workers:-1}
  [ "$serve" = no ] || systemctl enable --quiet clipwright-serve.service
  systemctl enable --quiet clipwright.target
fi
[ "$serve" != no ] || ! is_wanted serve || systemctl disable --quiet --now clipwright-serve.socket clipwright-serve.service
for number in 1 2 3 4 5 6 7 8 9; do
  [ -n "$workers" ] || break
  if [ "$number" -le "$workers" ]; then
    is_wanted "work@$number" || systemctl enable --quiet "clipwright-work@$number.service"
  elif is_wanted "work@$number"; then
    systemctl disable --quiet --now "clipwright-work@$number.service"
  fi
done
# shellcheck disable=SC2012 # these names have no newlines
processes=$(ls "$wanted" 2>/dev/null | sed -n 's/^clipwright-\(.*\)\.service$/\1/p' | tr '\n' ' ')
say "clipwright.target with: ${processes:-nothing}"
[ -z "$(setting METRICS_PORT)" ] ||
  refuse "METRICS_PORT in $settings would be one port for several processes. Take it out: here serve has 9640, worker 1 has 9641, and so on."

step "TLS"
snippet=/etc/caddy/clipwright.caddy
if ! is_wanted serve; then
  say "none: no API here"
elif [ -z "$domain" ] && [ ! -e "$snippet" ]; then
  say "left to you: no --domain was given. Put a proxy in front of port 8080."
else
  apt_install caddy
  if [ ! -e "$snippet" ]; then
    sed "s/DOMAIN/$domain/" "$release/deploy/caddy/clipwright.caddy" >"$snippet"
    [ "$tls_internal" = no ] || sed -i "s/^$domain {\$/&\n\ttls internal/" "$snippet"
  elif [ -n "$domain" ] && ! grep -q "^$domain {" "$snippet"; then
    say "$snippet is for another name than $domain; it is yours to change."
  fi
  # Debian's own Caddyfile is a page that says hello; one that somebody has written is not ours to change.
  if ! grep -q '^import clipwright.caddy' /etc/caddy/Caddyfile; then
    if dpkg-query -W -f='${Conffiles}\n' caddy | grep -q "/etc/caddy/Caddyfile $(md5sum </etc/caddy/Caddyfile | cut -d' ' -f1)"; then
      printf 'import clipwright.caddy\n' >/etc/caddy/Caddyfile
    else
      say "please add this line to /etc/caddy/Caddyfile, and run: systemctl reload caddy"
      say "  import clipwright.caddy"
    fi
  fi
  caddy validate --config /etc/caddy/Caddyfile --adapter caddyfile >/dev/null 2>&1 || refuse "caddy does not take /etc/caddy/Caddyfile: caddy validate --config /etc/caddy/Caddyfile says why."
  systemctl enable --quiet caddy
  systemctl reload-or-restart caddy
  say "Caddy serves $(sed -n 's|^\([a-zA-Z0-9.-]*\) {$|https://\1|p' "$snippet") ($snippet)"
fi

step "Check"
if [ -z "$(setting DATABASE_URL)$(setting DATABASE_URL_FILE)" ] && ! grep -rqs DATABASE_URL /etc/systemd/system/clipwright-*.service.d; then
  say "DATABASE_URL is empty, so nothing is started yet. Fill in $settings and run this again:"
  say "  $release/deploy/install.sh"
  exit 0
fi
# The release under test runs beside the one that serves, with the same settings.
try() { systemd-run --quiet --collect --wait --pipe --unit="clipwright-install-$$" --property=Restart=no "$release/node_modules/node/bin/node" "$release/server/src/main.ts" "$@"; }
# Due migrations are no fault here, but what can't be checked before them is told by the program once more.
if ! try check; then
  refuse "the check failed; what it said is above. ${before:+Version $before goes on. }Mend $settings and run this again."
fi
if ! try migrate; then
  refuse "the database could not be brought to version $version; what it said is above. ${before:+Version $before goes on.}"
fi

# --- switch

step "Start"
switch_to() {
  ln -s "releases/$1" "$prefix/current.new"
  mv -T "$prefix/current.new" "$prefix/current"
}
# The API answers, and each worker serves its metrics, which it does once it has the database. Who fails again and again is not waited for.
wait_for() { # unit url
  first=$(systemctl show --property=NRestarts --value "$1")
  waited=0
  # shellcheck disable=SC2016 # the program is JavaScript
  until "$prefix/current/node_modules/node/bin/node" --input-type=module -e '
    const answer = await fetch(process.argv[1], { signal: AbortSignal.timeout(2000) }).catch(() => undefined)
    process.exit(answer?.ok ? 0 : 1)' "$2"; do
    [ "$(($(systemctl show --property=NRestarts --value "$1") - first))" -lt 3 ] || return 1
    [ "$waited" -lt "$patience_s" ] || return 1
    sleep 1
    waited=$((waited + 1))
  done
}
# One after the other, so that somebody works all the time.
start_all() {
  for name in $processes; do
    systemctl restart "clipwright-$name.service" || return 1
    case $name in
      serve) wait_for clipwright-serve.service "http://$(systemctl show --property=Listen --value clipwright-serve.socket | sed 's/ .*//')/readyz" || return 1 ;;
      work@*) wait_for "clipwright-$name.service" "http://127.0.0.1:964${name#work@}/metrics" || return 1 ;;
    esac
  done
  systemctl start clipwright.target
}
switch_to "$version"
if ! start_all; then
  journalctl --quiet --no-pager --output=cat --lines=15 --unit='clipwright-*' >&2 || true
  if [ -n "$before" ] && [ "$before" != "$version" ]; then
    say "Version $version did not become ready; its last words are above. Going back to $before."
    switch_to "$before"
    release=$prefix/releases/$before
    install_units
    start_all || refuse "version $before does not start either: journalctl -u 'clipwright-*'"
    refuse "version $before runs again."
  fi
  refuse "the service did not become ready; its last words are above. systemctl status 'clipwright-*' tells more."
fi
say "version $version runs${before:+ (before: $before)}"

# The one before stays for a way back, and everything older goes.
if [ -z "$switch" ]; then
  for folder in "$prefix"/releases/*/; do
    old=$(basename "$folder")
    [ "$old" = "$version" ] || [ "$old" = "$before" ] || rm -rf "$folder"
  done
fi

step "Next"
if [ -z "$before" ]; then
  say "Become the first administrator with the link that this prints:  clipwright-server setup-link"
  say "Add engines on the page /admin/engines, or see docs/engines/README.md."
  say "Back up the database, the objects, and the keys in /var/lib/clipwright: docs/backup.md."
fi
say "What runs:      systemctl status 'clipwright*'"
say "What it says:   journalctl -u 'clipwright-*' -f"
[ -z "$before" ] || [ "$before" = "$version" ] || say "The way back:   $prefix/current/deploy/install.sh --switch $before"
