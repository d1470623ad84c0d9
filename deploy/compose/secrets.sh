#!/bin/sh
# Makes the secrets of compose.yaml, once: those that are there stay as they are.
set -eu
umask 077
folder=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)/secrets
mkdir -p "$folder"

# Whoever is in a container may read its secrets, and nobody else passes the folder.
write() {
  [ -e "$folder/$1" ] && return
  printf '%s' "$2" >"$folder/$1.new"
  chmod 0444 "$folder/$1.new"
  mv "$folder/$1.new" "$folder/$1"
  echo "made $folder/$1"
}
random() { od -An -N 24 -t x1 /dev/urandom | tr -d ' \n'; }

write postgres_password "$(random)"
write database_url "postgresql://clipwright:$(cat "$folder/postgres_password")@postgres/clipwright"
write s3_access_key "$(random)"
write s3_secret_key "$(random)"
write s3_config "{
  \"identities\": [
    {
      \"name\": \"clipwright\",
      \"credentials\": [
        { \"accessKey\": \"$(cat "$folder/s3_access_key")\", \"secretKey\": \"$(cat "$folder/s3_secret_key")\" }
      ],
      \"actions\": [\"Admin\", \"Read\", \"Write\", \"List\", \"Tagging\"]
    }
  ]
}"
