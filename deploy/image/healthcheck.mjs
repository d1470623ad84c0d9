// Whether the process of this container lives: the API answers, or the port of a worker's metrics takes a connection, since a worker
// has no API. What is wrong around it (the database is away) is told by /readyz and the metrics, and mended by no restart.
import { once } from 'node:events'
import { connect } from 'node:net'

const { PORT = '8080', METRICS_PORT = '9640' } = process.env
const patience_ms = 4_000

setTimeout(() => process.exit(1), patience_ms)
/** @type {Response | undefined} */
const answer = await fetch(`http://127.0.0.1:${PORT}/healthz`).catch(() => undefined)
if (answer) process.exit(answer.ok ? 0 : 1)
await once(connect(Number(METRICS_PORT), '127.0.0.1'), 'connect').catch(() => process.exit(1))
process.exit(0)
