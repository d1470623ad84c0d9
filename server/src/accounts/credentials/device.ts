const systems: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
]

// In this order: Edge and Opera also say Chrome, and Chrome says Safari.
const programs: [RegExp, string][] = [
  [/clipwright/i, 'Clipwright CLI'],
  [/Edg[A-Z]?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/curl\//, 'curl'],
  [/python/i, 'Python'],
  [/node|undici/i, 'Node.js'],
]

/** Guesses a short label for a list of devices from the `User-Agent` header, which anybody can forge. */
export function deviceOf(user_agent: string | null): string {
  if (!user_agent) return 'Unknown device'
  const find = (table: [RegExp, string][]) => table.find(([pattern]) => pattern.test(user_agent))?.[1]
  const [program, system] = [find(programs), find(systems)]
  if (program && system) return `${program} on ${system}`
  return program ?? system ?? 'Unknown device'
}
