import { spawn } from 'node:child_process'

// Reads until whoever holds the other end lets go of it, by whatever end it comes to.
const script = `
read -r _
for process in $(grep -lsF -- "DATA_DIR=$1" /proc/[0-9]*/environ); do
  process=\${process#/proc/}; process=\${process%/environ}
  [ "$process" = "$$" ] || kill -KILL "$process" 2>/dev/null
done
for lock in "$1"/*/postmaster.pid "$1"/*/*/postmaster.pid; do
  [ -f "$lock" ] || continue
  process=$(head -n 1 "$lock")
  # Its id may be another's by now.
  [ -d /proc/self ] && [ "$(readlink "/proc/$process/cwd")" != "\${lock%/postmaster.pid}" ] && continue
  kill -QUIT "$process" 2>/dev/null
done
sleep 1
rm -rf -- "$1"
`

/**
 * Ends what runs on a folder for tests, and removes the folder, once this process has ended: also by SIGKILL. Servers are
 * known by their DATA_DIR (where there is a /proc), PostgreSQL by its lock file. An end of the test's own comes first, and
 * leaves nothing to do.
 */
export function leash(folder: string): void {
  const child = spawn('/bin/sh', ['-c', script, 'leash', folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true, // what ends us and our group must not end it
  })
  child.unref()
  ;(child.stdin as unknown as { unref(): void }).unref()
}
