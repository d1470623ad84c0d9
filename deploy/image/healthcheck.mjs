// Whether the process of this container answers: the API, or the port of a worker's metrics, since a worker has no API.
const { PORT = '8080', METRICS_PORT = '9640' } = process.env

/** @param {string} port */
const answers = (port) =>
  // Of the API this is its health; behind the other port nothing lies there, and "no such page" is an answer too.
  fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(4_000) }).then(
    ({ status }) => status < 500,
    () => undefined, // nothing listens, or it hangs
  )

process.exit(((await answers(PORT)) ?? (await answers(METRICS_PORT))) ? 0 : 1)
