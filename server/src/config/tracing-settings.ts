import { ConfigError, type Setting, text } from '../platform/setting.ts'

// Settings of OpenTelemetry, under the names that its own documents give them; see docs/operating/tracing.md.

function endpoint(): Setting<string | null> {
  const name = 'OTEL_EXPORTER_OTLP_ENDPOINT'
  const read = (value: string | undefined): string | null => {
    if (value === undefined) return null
    const url = URL.canParse(value) ? new URL(value) : undefined
    if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash)
      throw new ConfigError(`${name} must be an http or https address without a query`)
    return value.replace(/\/+$/, '')
  }
  const about =
    'Where traces are sent: the address of an OTLP/HTTP receiver, such as `http://127.0.0.1:4318`. Without it nothing is traced. See docs/operating/tracing.md.'
  return { name, about, default: 'no traces', read }
}

function ratio(): Setting<number> {
  const name = 'OTEL_TRACES_SAMPLER_ARG'
  const read = (value: string | undefined): number => {
    if (value === undefined) return 1
    const number = /^(0|1|0?\.\d+|1\.0*)$/.test(value) ? Number(value) : Number.NaN
    if (Number.isNaN(number)) throw new ConfigError(`${name} must be a number from 0 to 1`)
    return number
  }
  return { name, about: 'The part of all traces that is kept, from 0 to 1.', default: '1', read }
}

export const tracingSettings = {
  otlp_endpoint: endpoint(),
  otel_service_name: text(
    'OTEL_SERVICE_NAME',
    'clipwright',
    'The name of this service in traces; another one for `work` tells them apart.',
  ),
  trace_ratio: ratio(),
}
